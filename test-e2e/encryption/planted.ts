import { randomBytes } from 'node:crypto';

/** Texts that were given to a product and must be nowhere in what it leaves behind. */
export interface Planted {
  /** A fresh text that no other has, by what it stands for. */
  plant(name: string): string;
  /** Notes a secret that the product made. */
  note(name: string, secret: string): string;
  /** What of it is found in some bytes, in clear or in a form that reads as clear. */
  foundIn(bytes: Buffer): readonly string[];
}

export function createPlanted(): Planted {
  const secrets = new Map<string, string>();
  return {
    plant(name) {
      // Words of one alphabet, so that nothing has to escape them and no compression shortens them.
      const text = `zq${BigInt(`0x${randomBytes(15).toString('hex')}`).toString(36)}`;
      secrets.set(name, text);
      return text;
    },
    note(name, secret) {
      secrets.set(name, secret);
      return secret;
    },
    foundIn(bytes) {
      return [...secrets].flatMap(([name, secret]) =>
        formsOf(secret).flatMap(([form, text]) => (bytes.includes(text) ? [`${name} ${form}`] : [])),
      );
    },
  };
}

/** As it is, and as dumps, logs and traces write bytes. */
function formsOf(secret: string): readonly (readonly [form: string, text: string | Buffer])[] {
  const bytes = Buffer.from(secret);
  const hex = bytes.toString('hex');
  // In base64 a text has three forms, by where it begins; the characters at its ends hold neighbours too.
  const base64 = [0, 1, 2].map((shift) =>
    Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .slice(shift === 0 ? 0 : 4, -4),
  );
  return [
    ['in clear', secret],
    ['in UTF-16', Buffer.from(secret, 'utf16le')],
    ['in hexadecimal', hex],
    ...base64.map((text) => ['in base64', text] as const),
  ];
}
