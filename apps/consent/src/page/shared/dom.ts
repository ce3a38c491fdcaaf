/** What an element takes: attributes (`true` sets one without a value, `undefined` and `false` leave it out) and listeners. */
export type Props = Readonly<Record<string, string | boolean | undefined | ((event: globalThis.Event) => void)>>;

export type Child = Node | string | undefined;

/**
 * An element. Texts become text nodes and nothing is ever read as HTML, so no name that an app chose can become more than text.
 */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  props: Props = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) set(element, name, value);
  element.append(...children.filter((child) => child !== undefined));
  return element;
}

function set(element: HTMLElement, name: string, value: Props[string]): void {
  if (typeof value === 'function') element.addEventListener(name, value);
  else if (value !== undefined && value !== false) element.setAttribute(name, value === true ? '' : value);
}
