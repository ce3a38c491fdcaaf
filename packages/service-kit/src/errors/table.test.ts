import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { errorMap } from './error-map.ts';
import { faultOfHttp, HttpFault, httpFaults, isHttpFaultStatus } from './http-fault.ts';

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

/** Rows of the table under a heading, without its two head rows; back-ticks dropped. */
function tableUnder(heading: string): readonly (readonly string[])[] {
  const section = readme.split(`### ${heading}\n`)[1]?.split('\n#')[0] ?? '';
  const rows = section.split('\n').filter((line) => line.startsWith('|'));
  return rows.slice(2).map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.replaceAll('`', '').trim()),
  );
}

it('lists every kind of error in the README as the code maps it', () => {
  const rows = Object.entries(errorMap).map(([kind, { status, rpcCode, word, title }]) => [
    kind,
    String(status),
    String(rpcCode),
    word,
    title,
  ]);
  expect(tableUnder('Kinds of errors')).toEqual(rows);
});

it('lists every fault of HTTP in the README as the code maps it', () => {
  const rows = Object.keys(httpFaults)
    .map(Number)
    .filter(isHttpFaultStatus)
    .map((status) => faultOfHttp(new HttpFault(status)))
    .map(({ status, rpcCode, word, title }) => [String(status), String(rpcCode), word, title]);
  expect(tableUnder('Faults of HTTP')).toEqual(rows);
});
