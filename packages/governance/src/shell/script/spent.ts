import { shellLimits } from '../limits.ts';
import { Refusal } from '../refusal.ts';

/** What looking at commands has cost so far. */
export class Spent {
  readonly #mostCommands: number;
  #commands = 0;
  #args = 0;
  #places = 0;

  constructor(mostCommands: number) {
    this.#mostCommands = mostCommands;
  }

  /** @throws Refusal beyond the limits of commands, or of their arguments together. */
  command(args: number): void {
    this.#commands++;
    this.#args += args;
    if (this.#commands > this.#mostCommands || this.#args > shellLimits.maxArguments) throw new Refusal('too_many_commands');
  }

  /** @throws Refusal beyond the limit of places. */
  place(): void {
    if (++this.#places > shellLimits.maxPlaces) throw new Refusal('too_many_readings');
  }
}
