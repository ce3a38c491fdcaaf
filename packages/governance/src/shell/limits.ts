/** What one command may cost to look at; beyond it the answer is deny, since nobody could review it either. */
export const shellLimits = {
  /** Bytes of UTF-8. */
  maxBytes: 8192,
  /** Scripts, compound commands and wrappers inside each other. */
  maxNesting: 16,
  /** What opens a script, a group or an expansion, in one text: nobody could say any more what is in what. */
  maxOpenings: 512,
  /** Simple commands, those of nested scripts included. */
  maxCommands: 64,
  /** The same of what may be no command at all, such as texts given to a program that is not known. Beyond it such texts are not looked at. */
  maxCommandsAside: 256,
  /** Arguments of all commands together; of a text of the greatest length, those of a command and of one wrapper around it. */
  maxArguments: 4096,
  /** Readings of one word that come of variables and braces. */
  maxReadings: 64,
  /** Places that words may name, each counted for each directory that may be the current one and for each thing that is done there. */
  maxPlaces: 4096,
} as const;
