import { h } from './dom.ts';
import { heading } from './parts.ts';
import type { Screen } from './screen.ts';

/** How a page ends that can go no further. */
export interface Ending {
  readonly title: string;
  readonly lines: readonly string[];
  /** Whether to look again can help. */
  readonly canRetry: boolean;
}

/** The end of a page; `again` looks at the request once more. */
export function endingScreen({ title, lines, canRetry }: Ending, again: () => void): Screen<unknown> {
  const head = heading(title);
  return {
    title,
    focus: head,
    nodes: [
      head,
      h('div', { role: 'alert' }, ...lines.map((line) => h('p', {}, line))),
      ...(canRetry ? [h('button', { type: 'button', class: 'primary', click: again }, 'Try again')] : []),
    ],
    update() {},
  };
}

/** Until the server has told what there is to show. */
export function loadingScreen(title: string, waiting: string): Screen<unknown> {
  const head = heading(title);
  return { title, focus: head, nodes: [head, h('p', { class: 'waiting', role: 'status' }, waiting)], update() {} };
}
