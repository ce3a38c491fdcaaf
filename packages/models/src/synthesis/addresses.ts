/** A text whose addresses are taken out; private characters stand for them, which break no sentence. */
export interface Parted {
  readonly text: string;
  readonly addresses: readonly string[];
}

const image = /!\[([^[\]]*)\](?:\([^()\s]*(?:\s[^()]*)?\)|\[[^[\]]*\])/g;
const link = /\[([^[\]]*)\]\(\s*<?((?:[^()\s>]|\([^()]*\))*)>?(?:\s[^()]*)?\)/g;
const reference = /^\s*\[[^[\]]+\]:\s*\S+.*$/gm;
const tag = /<\/?[a-z][^<>]*>|<!--[\s\S]*?-->/gi;
const bracketed = /<((?:https?:\/\/|mailto:)[^\s<>]+)>/gi;
const address =
  /(?:[a-z][a-z0-9+.-]{0,20}:\/\/|www\.|\b(?:mailto|javascript|data):)[^\s<>"'`)\]\u{e002}\u{e003}]*[^\s<>"'`)\].,;:!?\u{e002}\u{e003}]/giu;
const stand = /\u{e002}(\d+)\u{e003}/gu;

/** Some models make links of their references. */
function linked(words: string, target: string): string {
  return `${/^\d{1,4}$/.test(words) ? `[${words}]` : words} ${target}`;
}

/** Takes images and HTML out for good, and addresses out of a text that has no private characters. */
export function parted(text: string): Parted {
  const addresses: string[] = [];
  const taken = (found: string): string => `\u{e002}${addresses.push(found) - 1}\u{e003}`;
  const plain = text
    .replaceAll(image, '')
    .replaceAll(reference, '')
    .replaceAll(bracketed, (_, found: string) => taken(found))
    .replaceAll(link, (_, words: string, found: string) => linked(words, taken(found)))
    .replaceAll(tag, '')
    .replaceAll(address, taken);
  return { text: plain, addresses };
}

/**
 * A sentence with those of its addresses that one of its sources has, so that no instruction in a document makes an answer carry
 * something elsewhere.
 */
export function withKnown(sentence: string, addresses: readonly string[], sources: readonly string[]): string {
  return sentence
    .replaceAll(stand, (_, at: string) => {
      const found = addresses[Number(at)] ?? '';
      return sources.some((source) => source.includes(found)) ? found : '';
    })
    .replaceAll(/(?<!\s)\s+(?=[.,;:!?…]|$)/g, '');
}
