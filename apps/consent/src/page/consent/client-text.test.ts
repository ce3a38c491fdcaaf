import { describe, expect, test } from 'vitest';
import type { Client } from './asked.ts';
import { destinationOf, shownName, warningsOf } from './client-text.ts';

const client = (given: Partial<Client>): Client => ({
  id: 'c1',
  name: 'Codex',
  redirectHost: 'example.org',
  isLoopback: false,
  isVerified: true,
  ...given,
});

describe('the name of an app', () => {
  test.each([
    ['Codex', 'Codex'],
    ['<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>'],
    ['  two\n\tlines  ', 'two lines'],
    ['\u202Egnp.exe\u202C', 'gnp.exe'],
    ['a\u200Bb\u0000c', 'a b c'],
    ['', 'An unnamed app'],
    [' \u200F ', 'An unnamed app'],
    ['שלום', 'שלום'],
  ])('%j is shown as %j', (name, shown) => {
    expect(shownName(client({ name }))).toBe(shown);
  });

  test('is cut by whole characters', () => {
    expect(shownName(client({ name: 'x'.repeat(64) }))).toBe('x'.repeat(64));
    expect(shownName(client({ name: '😀'.repeat(65) }))).toBe(`${'😀'.repeat(63)}…`);
  });
});

describe('where access is sent', () => {
  test.each([
    [{ redirectHost: 'claude.ai' }, 'site'],
    [{ redirectHost: 'localhost:8080' }, 'site'],
    [{ redirectHost: '127.0.0.1:8080', isLoopback: true }, 'this-computer'],
    [{ redirectHost: 'cursor://anysphere.cursor-mcp' }, 'app-link'],
    [{ redirectHost: 'com.example.app:' }, 'app-link'],
  ])('%j is a %s', (given, kind) => {
    expect(destinationOf(client(given)).kind).toBe(kind);
  });
});

describe('warnings', () => {
  test('a verified app on a site has none', () => {
    expect(warningsOf(client({}))).toEqual([]);
  });

  test('an unverified app, one on this computer and one behind links of its own have theirs', () => {
    const told = (given: Partial<Client>): string => warningsOf(client({ isVerified: false, ...given })).join(' ');
    expect(told({})).toMatch(/^Unverified: .*itself, so go by this address\.$/);
    expect(told({ isLoopback: true, redirectHost: 'localhost:1' })).toMatch(/^Unverified: .* a program on this computer/);
    expect(told({ redirectHost: 'cursor://anysphere.cursor-mcp' })).toMatch(/^Unverified: .* opens cursor: links/);
  });
});
