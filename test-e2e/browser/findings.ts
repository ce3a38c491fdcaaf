import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'puppeteer-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Finding {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

/** What axe finds on a page, or within what a selector chooses of it, and what it could not tell; both have to be nothing. */
export async function findings(page: Page, within = 'html'): Promise<readonly string[]> {
  await page.evaluate(axe);
  const { violations, incomplete } = (await page.evaluate(`axe.run(${JSON.stringify(within)})`)) as Record<
    'violations' | 'incomplete',
    Finding[]
  >;
  return [...violations, ...incomplete].map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
