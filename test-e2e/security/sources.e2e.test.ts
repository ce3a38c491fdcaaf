import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** What runs in production, by path. */
const sources = globSync(['packages/*/src/**/*.ts', 'apps/*/src/**/*.ts'], { cwd: root })
  .filter((path) => !/\.test\.ts$|\/testing\/|^packages\/test-kit\/|\/page\//.test(path))
  .map((path) => ({ path, text: readFileSync(`${root}${path}`, 'utf8') }));

/** Literals of regular expressions, where one may stand; what is none after all does not compile and is left out. */
const literal = /(?<=(?:[(,=:[!&|?{};]|return|=>)\s*)\/(?![*/])(?:[^\\/[\n]|\\.|\[(?:[^\\\]\n]|\\.)*\])+\/[dgimsuvy]*/g;

/** Repeated, and closed by what fits nothing: the longest stretch that a careless pattern is tried on from each of its places. */
const pumps = [
  ...Array.from('a0 \t\n-_./\\"\'([<{=:,#*`%&é界'),
  'ab',
  'a ',
  ' a',
  '-a',
  'a.',
  'a=',
  '$(',
  '<a ',
  '\r\n',
  '.a@',
  '0,',
  'a/',
];
const hostile = pumps.map((pump) => `${pump.repeat(Math.ceil(8000 / pump.length))}\u0000`);

const longestMs = 3000;

/** Comparisons that were looked at: of paths, of words of a text, and of two credentials that the same caller sent. */
const harmless = new Set([
  'apps/oauth/src/http/mount-server.ts',
  'packages/retrieval/src/analysis/words.ts',
  'packages/governance/src/rules/pattern.ts',
  'packages/auth/src/presented-credential.ts',
]);

describe('the sources', () => {
  test('hold no regular expression that takes long on any text', () => {
    const found = sources.flatMap(({ path, text }) => Array.from(text.matchAll(literal), ([source]) => ({ path, source })));
    expect(found.length).toBeGreaterThan(300);
    const slow = found.filter(({ source }) => {
      try {
        runInNewContext(
          `const pattern = ${source}; for (const text of texts) { pattern.lastIndex = 0; pattern.exec(text); }`,
          { texts: hostile },
          { timeout: longestMs },
        );
        return false;
      } catch (error) {
        return (error as { code?: string }).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
      }
    });
    expect(slow).toEqual([]);
  }, 110_000);

  test('compare secrets by their hashes, or in constant time', () => {
    // A name that says secret on one side of === and something that was sent on the other.
    const secret = String.raw`\w*(?:[sS]ecret|[tT]oken|[pP]assword|[vV]erifier|[hH]mac|[sS]ignature)(?:Hash|Digest)?`;
    const compared = new RegExp(
      String.raw`\b${secret}\b\s*[!=]==\s*(?!undefined|null|'|typeof)[\w.]+|(?<![\w.])(?!typeof)[\w.]+\s*[!=]==\s*(?:\w+\.)*${secret}\b(?!\()`,
      'g',
    );
    const found = sources.flatMap(({ path, text }) =>
      harmless.has(path)
        ? []
        : text
            .split('\n')
            .filter((line) => compared.test(line) && !/^\s*(?:\*|\/\/)|typeof|undefined|null/.test(line))
            .map((line) => `${path}: ${line.trim()}`),
    );
    expect(found).toEqual([]);
  });
});
