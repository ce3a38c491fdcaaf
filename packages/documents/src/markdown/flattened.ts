/** Containers that a line may open, one in the other; deeper ones are read as text. */
const deepest = 64;

const marker = String.raw`(?:>|[-+*][ \t]|\d{1,9}[.)][ \t])`;
const deepLine = new RegExp(String.raw`^((?:[ \t]*${marker}){${deepest}})((?:[ \t]*${marker})+)`, 'gm');

/**
 * The text, as long as it was, without quotations and lists that a line nests deeper than anything is told apart: the parser takes time
 * that grows with the square of their depth, seconds for some kilobytes of `- - - -`.
 */
export function flattened(text: string): string {
  return text.replace(deepLine, (_, kept: string, deeper: string) => kept + deeper.replace(/[^ \t]/g, 'x'));
}
