import { expect, test } from 'vitest';
import { settingsSql } from './session-settings.ts';

const sqlOf = (settings: Readonly<Record<string, string>>) => settingsSql(new Map(Object.entries(settings)));

test('without settings the session is the owner’s, as it began', () => {
  expect(sqlOf({})).toBe("SET SESSION AUTHORIZATION 'postgres'; RESET ALL; SET role TO E'none'");
});

test('the role comes last, for a lesser role may not set everything', () => {
  expect(sqlOf({ role: 'cairn_app', TimeZone: 'UTC' })).toBe(
    "SET SESSION AUTHORIZATION 'postgres'; RESET ALL; SET TimeZone TO E'UTC'; SET role TO E'cairn_app'",
  );
});

test.each([
  ['cairn, Public', '"cairn", "public"'],
  ['"$user",public', '"$user", "public"'],
  ['"Odd ""name"""', '"Odd ""name"""'],
  ['', "''"],
])('search_path %j is a list of names', (path, list) => {
  expect(sqlOf({ search_path: path })).toContain(`SET search_path TO ${list};`);
});

test('a value cannot end its own quotes', () => {
  expect(sqlOf({ role: "x'; DROP TABLE t; --" })).toContain("SET role TO E'x''; DROP TABLE t; --'");
  expect(sqlOf({ role: "x\\'; DROP TABLE t; --" })).toContain("SET role TO E'x\\\\''; DROP TABLE t; --'");
});
