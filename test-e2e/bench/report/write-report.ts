import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const results = new URL('../results/', import.meta.url);
const readme = new URL('../README.md', import.meta.url);
const [opening, closing] = ['<!-- figures -->', '<!-- /figures -->'];

/** Writes a run as JSON into the folder of results and gives the file's name. */
export async function writeJson(report: object, date: string): Promise<string> {
  await mkdir(results, { recursive: true });
  const file = new URL(`${date.replaceAll(':', '-')}.json`, results);
  await writeFile(file, `${JSON.stringify(report, undefined, 2)}\n`);
  return fileURLToPath(file);
}

/** Puts the figures between their marks in the README. */
export async function recordInReadme(figures: string): Promise<void> {
  const text = await readFile(readme, 'utf8');
  const [before] = text.split(opening);
  const after = text.split(closing)[1];
  if (after === undefined) throw new Error(`the README of the bench has lost its mark ${closing}`);
  await writeFile(readme, `${before}${opening}\n\n${figures}\n\n${closing}${after}`);
}
