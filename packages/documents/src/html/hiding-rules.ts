import { type Hiding, hidingOf, properties } from './hiding-style.ts';

/** Whether an element of these attributes is hidden by a rule of the page's style sheets. */
export type HidingRules = (name: string, attributes: Readonly<Record<string, string>>) => boolean;

const simpleSelector = /^(?:[a-z][\w-]*)?([.#][\w-]+)$/i;

/** More of a page's style sheets is not looked at, in UTF-16 code units. */
const mostCss = 1_048_576;

interface Rule {
  readonly selectors: string;
  readonly declarations: string;
}

/** The rules of a style sheet that stand in no other rule. */
function* rulesOf(css: string): Generator<Rule> {
  let depth = 0;
  let selectors = '';
  for (const piece of withoutComments(css).match(/[^{}]+|[{}]/g) ?? []) {
    if (piece === '{') depth += 1;
    else if (piece === '}') {
      depth = Math.max(0, depth - 1);
      if (depth === 0) selectors = '';
    } else if (depth === 0) selectors = piece.slice(piece.lastIndexOf(';') + 1);
    else if (depth === 1 && !selectors.includes('@')) yield { selectors, declarations: piece };
  }
}

function withoutComments(css: string): string {
  let kept = '';
  let from = 0;
  for (;;) {
    const start = css.indexOf('/*', from);
    if (start === -1) return kept + css.slice(from);
    kept += css.slice(from, start);
    const end = css.indexOf('*/', start + 2);
    if (end === -1) return kept;
    from = end + 2;
  }
}

/**
 * The classes and ids that style sheets hide. Rules for some media only are left aside, and so is a class that another rule may
 * show again (an open tab).
 */
export function hidingRules(styles: readonly string[]): HidingRules {
  const sheets = Array.from(rulesOf(styles.join('\n').slice(0, mostCss)));
  const hidden = new Set([...hiddenBy(sheets, 'undrawn'), ...hiddenBy(sheets, 'unseen')]);
  if (hidden.size === 0) return () => false;
  return (_name, { class: classes = '', id }) =>
    (id !== undefined && hidden.has(`#${id}`)) || classes.split(/\s+/).some((each) => hidden.has(`.${each}`));
}

function hiddenBy(rules: readonly Rule[], way: Hiding): ReadonlySet<string> {
  const hidden = new Set<string>();
  const shown = new Set<string>();
  for (const { selectors, declarations } of rules) {
    if (!properties[way].test(declarations)) continue;
    const hides = hidingOf(declarations) === way;
    for (const selector of selectors.split(',').map((each) => each.trim())) {
      const simple = simpleSelector.exec(selector)?.[1];
      if (hides && simple !== undefined) hidden.add(simple);
      else if (!hides) for (const [each] of selector.matchAll(/[.#][\w-]+/g)) shown.add(each);
    }
  }
  for (const each of shown) hidden.delete(each);
  return hidden;
}
