import { characterMap } from './character-maps.ts';

interface Wanted {
  readonly kind: string;
  readonly filename: string;
}

/** Gives pdf.js the data that it would load from elsewhere: character maps are made here, and nothing is ever loaded. */
export class OwnData {
  async fetch({ kind, filename }: Wanted): Promise<Uint8Array> {
    const map = kind === 'cMapUrl' ? characterMap(filename) : undefined;
    if (map === undefined) throw new Error('there is no such data');
    return Buffer.from(map);
  }
}
