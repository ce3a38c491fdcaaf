import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'puppeteer-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Finding {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

interface Looking {
  /** What a selector chooses of the page. Default: all of it. */
  readonly within?: string;
  /** Whether only what another scheme may change is looked at: colours. */
  readonly coloursAlone?: boolean;
}

/** What axe finds on a page, and what it could not tell; both have to be nothing. */
export async function findings(page: Page, { within = 'html', coloursAlone = false }: Looking = {}): Promise<readonly string[]> {
  if (!(await page.evaluate(`typeof axe === 'object'`))) await page.evaluate(axe);
  const options = { resultTypes: ['violations', 'incomplete'], ...(coloursAlone && { runOnly: ['color-contrast', 'link-in-text-block'] }) };
  const { violations, incomplete } = (await page.evaluate(`axe.run(${JSON.stringify(within)}, ${JSON.stringify(options)})`)) as Record<
    'violations' | 'incomplete',
    Finding[]
  >;
  return [...violations, ...incomplete].map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
