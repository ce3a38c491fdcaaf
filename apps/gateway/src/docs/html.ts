/** Markup that is safe to send; only `html` and `ownMarkup` make it. */
export interface Html {
  readonly text: string;
}

type Part = string | Html | readonly (string | Html)[];

/** Markup in which every inserted string is escaped, for text and for quoted attributes alike. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  const text = strings.reduce((before, string, at) => before + textOf(parts[at - 1] ?? '') + string);
  return { text };
}

/** Marks a text of our own as markup, such as a style sheet. */
export const ownMarkup = (text: string): Html => ({ text });

function textOf(part: Part): string {
  if (typeof part === 'string') return escape(part);
  return 'text' in part ? part.text : part.map(textOf).join('');
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '');
