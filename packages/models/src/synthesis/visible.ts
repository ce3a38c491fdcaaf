/** Controls, formatting (directions, tags), private use: characters that are not seen. Line breaks, tabs and joiners are not among them. */
const unseen = /(?![\t\n\u200c\u200d])[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}]/gu;
/** Joiners are part of emoji and of several scripts; elsewhere they only hide something. */
const loneJoiner =
  /(?<![\p{L}\p{M}\p{Extended_Pictographic}\u{fe0f}])[\u200c\u200d]|[\u200c\u200d](?![\p{L}\p{M}\p{Extended_Pictographic}])/gu;

/** What a model wrote, without what a reader would not see. */
export function visible(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').replaceAll(unseen, '').replaceAll(loneJoiner, '');
}
