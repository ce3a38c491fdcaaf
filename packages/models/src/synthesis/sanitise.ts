/** Controls, formatting (directions, tags), private use: characters that are not seen. Line breaks, tabs and joiners are not among them. */
const unseen = /(?![\t\n\u200c\u200d])[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}]/gu;
/** Joiners are part of emoji and of several scripts; elsewhere they only hide something. */
const loneJoiner =
  /(?<![\p{L}\p{M}\p{Extended_Pictographic}\u{fe0f}])[\u200c\u200d]|[\u200c\u200d](?![\p{L}\p{M}\p{Extended_Pictographic}])/gu;

/** What a model wrote, without what a reader would not see. */
export function visible(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').replaceAll(unseen, '').replaceAll(loneJoiner, '');
}

const image = /!\[([^[\]]*)\](?:\([^()\s]*(?:\s[^()]*)?\)|\[[^[\]]*\])/g;
const link = /\[([^[\]]*)\]\(\s*<?((?:[^()\s>]|\([^()]*\))*)>?(?:\s[^()]*)?\)/g;
const reference = /^\s*\[[^[\]]+\]:\s*\S+.*$/gm;
const tag = /<\/?[a-z][^<>]*>|<!--[\s\S]*?-->/gi;
const address = /<?\b(?:[a-z][a-z0-9+.-]{1,20}:\/\/|www\.|mailto:|javascript:|data:)[^\s<>"'`)\]]+>?/gi;

/**
 * A sentence as plain text: images go, links leave their words, and an address stays only when one of the cited passages has it,
 * so that no instruction in a document makes an answer carry something elsewhere.
 */
export function withoutLinks(text: string, sources: readonly string[]): string {
  const isCited = (url: string): boolean => sources.some((source) => source.includes(url));
  return text
    .replaceAll(image, '')
    .replaceAll(reference, '')
    .replaceAll(link, (_, words: string, url: string) => (isCited(url) && url !== words ? `${words} (${url})` : words))
    .replaceAll(/<((?:https?:\/\/|mailto:)[^\s<>]+)>/gi, '$1')
    .replaceAll(tag, '')
    .replaceAll(address, (url) => (isCited(url.replace(/[.,;:!?]+$/, '')) ? url : ''));
}
