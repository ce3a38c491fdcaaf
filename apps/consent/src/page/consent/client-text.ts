import type { Client } from './asked.ts';

/** Longest name that is shown, in characters. */
const longestName = 64;

/** Control, format (among them those that turn the direction of text or have no width) and line-breaking characters. */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/**
 * The name of an app as it can be shown: whoever registered the app chose it, so it is cut, put on one line, and freed of
 * characters that would let it pass for another text.
 */
export function shownName({ name }: Client): string {
  const plain = name.replace(invisible, ' ').replace(/\s+/g, ' ').trim();
  const letters = Array.from(plain);
  if (letters.length === 0) return 'An unnamed app';
  return letters.length > longestName ? `${letters.slice(0, longestName - 1).join('')}…` : plain;
}

/** Where access is sent when it is no website: this computer, or whichever app opens links of a scheme. */
export type Destination =
  | { readonly kind: 'site'; readonly text: string }
  | { readonly kind: 'this-computer'; readonly text: string }
  | { readonly kind: 'app-link'; readonly text: string };

/** Reads where access is sent: a scheme is told from a host by the colon that ends it. */
export function destinationOf({ redirectHost, isLoopback }: Client): Destination {
  const text = redirectHost.replace(invisible, '');
  if (isLoopback) return { kind: 'this-computer', text };
  return /^[a-z][a-z0-9+.-]*:(?:\/\/.*)?$/i.test(text) ? { kind: 'app-link', text } : { kind: 'site', text };
}

/** What to warn of. */
export function warningsOf(client: Client): readonly string[] {
  const { kind, text } = destinationOf(client);
  return [
    ...(client.isVerified ? [] : ['Unverified: the app chose its name itself, so go by this address.']),
    ...(kind === 'this-computer' ? ['It is a program on this computer. Allow it only if you are connecting one here right now.'] : []),
    ...(kind === 'app-link'
      ? [`It is whichever app on this device opens ${schemeOf(text)} links. Allow it only if you are connecting that app right now.`]
      : []),
  ];
}

const schemeOf = (text: string): string => text.slice(0, text.indexOf(':') + 1);
