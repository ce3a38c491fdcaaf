import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { keyPlaceholder } from '../settings/key-placeholder.ts';
import { askingGuides } from './asking-guides.ts';

const readme = await readFile(new URL('../../../../../README.md', import.meta.url), 'utf8');
const pasted = askingGuides.flatMap(({ steps }) =>
  steps({ baseUrl: 'http://localhost:8787', key: keyPlaceholder }).flatMap(({ code }) => code?.text ?? []),
);

test('what the dashboard gives to paste is what the README gives, letter by letter', () => {
  expect(pasted.length).toBeGreaterThan(7);
  for (const text of pasted) expect(readme).toContain(`\n${text}\n`);
});

test('what the README says of guarding an agent is in the dashboard', () => {
  const [, guarding = ''] = readme.split("### Guard an agent's own tools\n");
  const [section = ''] = guarding.split('\n## ');
  const blocks = [...section.matchAll(/```(?:sh|json|toml)\n(?<text>[^`]*)\n```/g)].map(({ groups }) => groups?.['text']);
  expect(blocks).toHaveLength(5);
  for (const block of blocks) expect(pasted).toContain(block);
});

test('the address of the server and the key are where they have to be, and files of JSON are JSON', () => {
  const access = { baseUrl: 'https://api.example.org/cairn', key: 'cairn_0123' };
  for (const { id, steps } of askingGuides) {
    const codes = steps(access).flatMap(({ code }) => code ?? []);
    const all = codes.map(({ text }) => text).join('\n');
    expect([id, all.includes(`${access.baseUrl}/v1/`), all.includes(access.key), all.includes('localhost')]).toEqual([
      id,
      true,
      true,
      false,
    ]);
    for (const { text } of codes.filter(({ title }) => title.endsWith('.json'))) expect(JSON.parse(text)).toBeTypeOf('object');
  }
});
