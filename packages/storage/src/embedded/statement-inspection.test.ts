import { expect, test } from 'vitest';
import { inspectStatement } from './statement-inspection.ts';
import { message, query } from './wire-messages.ts';

const inspect = (sql: string) => inspectStatement(query(sql));

test.each(['SELECT 1', 'BEGIN', 'UPDATE t SET a = 1', 'INSERT INTO listeners VALUES ($1)', ''])('%j concerns nobody else', (sql) => {
  expect(inspect(sql)).toBeUndefined();
});

test.each([
  ['LISTEN jobs', ['jobs']],
  ['listen Jobs;', ['jobs']],
  ['LISTEN "Jobs ""x"""', ['Jobs "x"']],
  ['/* a */ -- b\n LISTEN jobs; listen events', ['jobs', 'events']],
  ['LISTEN größe', ['größe']],
  [`LISTEN ${'a'.repeat(70)}`, ['a'.repeat(63)]],
])('%j listens as the server reads it', (sql, listen) => {
  expect(inspect(sql)).toMatchObject({ listen, unlisten: [] });
});

test.each([
  ['UNLISTEN jobs', ['jobs']],
  ['unlisten *', ['*']],
])('%j stops listening', (sql, unlisten) => {
  expect(inspect(sql)).toMatchObject({ listen: [], unlisten });
});

test('a channel in the text of a prepared statement is found as well', () => {
  const parse = message('P', 'name', 'LISTEN jobs', Buffer.from([0, 0]));
  expect(inspectStatement(parse)).toMatchObject({ listen: ['jobs'] });
});

test.each([
  ['COPY t FROM STDIN', true],
  ['copy t (a, b)\n from stdin with (format csv)', true],
  ['/* load */ COPY t FROM STDIN', true],
  ['BEGIN; COPY t FROM STDIN', false],
  ['SELECT 1; COPY t FROM STDIN', false],
])('%j is a COPY from the client: %s', (sql, copyIn) => {
  expect(inspect(sql)).toMatchObject({ copyIn, mentionsStdin: true });
});

test('a prepared COPY is never taken for one that the client sends data for', () => {
  const parse = message('P', '', 'COPY t FROM STDIN', Buffer.from([0, 0]));
  expect(inspectStatement(parse)).toMatchObject({ copyIn: false, mentionsStdin: true });
});

test.each([
  ['DISCARD ALL', 'DISCARD ALL'],
  ['discard  temp', 'DISCARD TEMP'],
  ['/* x */ DISCARD PLANS;', 'DISCARD PLANS'],
  ['SELECT 1; DEALLOCATE ALL', 'DEALLOCATE ALL'],
  ['deallocate prepare all', 'DEALLOCATE PREPARE ALL'],
])('%j would drop what others hold', (sql, refused) => {
  expect(inspect(sql)).toMatchObject({ refused });
});

test.each(['DEALLOCATE mine', "SELECT 'discard all'", 'CREATE TABLE discard (a int)'])('%j is let through', (sql) => {
  expect(inspect(sql)?.refused).toBeUndefined();
});
