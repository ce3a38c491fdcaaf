import { expect, test } from 'vitest';
import { StatementNames } from './statement-names.ts';
import { closeStatement, message } from './wire-messages.ts';

const noParameters = Buffer.from([0, 0]);
const parse = (name: string) => message('P', name, 'SELECT 1', noParameters);
const bind = (portal: string, name: string) => message('B', portal, name, Buffer.alloc(6));
const rewrite = (names: StatementNames, original: Buffer) => Buffer.concat(names.rewrite(original));

test('Parse, Bind, Describe and Close name the same statement of this connection', () => {
  const names = new StatementNames(7);
  expect(rewrite(names, parse('find'))).toEqual(parse('c7_1'));
  expect(rewrite(names, bind('portal', 'find'))).toEqual(bind('portal', 'c7_1'));
  expect(rewrite(names, message('D', Buffer.from('S'), 'find'))).toEqual(message('D', Buffer.from('S'), 'c7_1'));
  expect(rewrite(names, closeStatement('find'))).toEqual(closeStatement('c7_1'));
});

test('unnamed statements, portals and other messages stay as they are', () => {
  const names = new StatementNames(1);
  for (const original of [parse(''), bind('portal', ''), message('D', Buffer.from('P'), 'portal'), message('S')]) {
    expect(names.rewrite(original)).toEqual([original]);
  }
});

test('names that differ after their 63rd byte stay different', () => {
  const names = new StatementNames(1);
  const long = 'x'.repeat(63);
  expect(rewrite(names, parse(`${long}a`))).not.toEqual(rewrite(names, parse(`${long}b`)));
});

test('a name that was never parsed meets no statement of this or another connection', () => {
  const names = new StatementNames(1);
  expect(rewrite(names, bind('', 'unknown'))).toEqual(bind('', 'c1_1'));
  expect(rewrite(names, parse('known'))).toEqual(parse('c1_2'));
});

test('what was closed is not held any more', () => {
  const names = new StatementNames(2);
  for (const name of ['a', 'b']) names.rewrite(parse(name));
  names.rewrite(closeStatement('a'));
  expect(names.held).toEqual(['c2_2']);
});
