/** Whether an element of these attributes is hidden by a rule of the page's style sheets. */
export type HidingRules = (name: string, attributes: Readonly<Record<string, string>>) => boolean;

const hidingDeclaration =
  /(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|opacity\s*:\s*0(?:\.0+)?(?![.\d])|font-size\s*:\s*0(?![.\d]))/i;
const simpleSelector = /^(?:[a-z][\w-]*)?([.#][\w-]+)$/i;

/** Whether a `style` attribute hides its element. */
export const isHidingStyle = (style: string): boolean => hidingDeclaration.test(style);

/**
 * The classes and ids that style sheets hide. Rules for some media only are left aside, and so is a class that another rule may
 * show again (an open tab).
 */
export function hidingRules(styles: readonly string[]): HidingRules {
  const css = styles
    .join('\n')
    .replace(/\/\*[^]*?(?:\*\/|$)/g, '')
    .replace(/@[\w-]+[^{};]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, '');
  const hidden = new Set<string>();
  const shown = new Set<string>();
  for (const [, selectors = '', declarations = ''] of css.matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
    const hides = isHidingStyle(declarations);
    if (!hides && !/display|visibility|opacity|font-size/i.test(declarations)) continue;
    for (const selector of selectors.split(',').map((each) => each.trim())) {
      const simple = simpleSelector.exec(selector)?.[1];
      if (hides && simple !== undefined) hidden.add(simple);
      else if (!hides) for (const [each] of selector.matchAll(/[.#][\w-]+/g)) shown.add(each);
    }
  }
  for (const each of shown) hidden.delete(each);
  if (hidden.size === 0) return () => false;
  return (_name, { class: classes = '', id }) =>
    (id !== undefined && hidden.has(`#${id}`)) || classes.split(/\s+/).some((each) => hidden.has(`.${each}`));
}
