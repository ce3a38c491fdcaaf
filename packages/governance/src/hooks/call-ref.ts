import { hash } from 'node:crypto';

/** One call of a tool in one conversation, as a SHA-256 in hexadecimal: what is told before it and after it meet here. */
export const callRefOf = (client: string, ...parts: readonly unknown[]): string =>
  hash('sha256', JSON.stringify([client, ...parts]), 'hex');
