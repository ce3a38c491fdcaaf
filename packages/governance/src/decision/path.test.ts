import { describe, expect, it } from 'vitest';
import { Work } from '../rules/work.ts';
import { isPath } from './path.ts';

describe('a path', () => {
  it.each([
    ['/repo/INFRA/a', '/repo/infra/**'],
    ['/repo/infra/a', '/repo/Infra/**'],
    ['/repo/e\u0301/a', '/repo/é/**'],
    ['/repo/é/a', '/repo/e\u0301/*'],
    ['/repo/.env.', '/repo/.env'],
    ['/repo/.env ', '/repo/.env'],
    ['/repo/.env. .', '**/.env'],
    ['/repo/.env::$DATA', '**/.env'],
    ['/repo/infra::$INDEX_ALLOCATION/a', '/repo/infra/**'],
    ['/repo/infra:$I30:$INDEX_ALLOCATION/a', '/repo/infra/**'],
    ['/repo/infra /a', '/repo/infra/**'],
    ['/repo/STRASSE', '/repo/straße'],
    ['/repo/straße', '/repo/STRASSE'],
    ['/repo/ｉｎｆｒａ/a', '/repo/infra/**'],
    ['/repo/in\u200cfra/a', '/repo/infra/**'],
    ['/repo/GIT~1/config', '**/.git/**'],
    ['/repo/INFRAS~2/a', '/repo/infrastructure/**'],
    ['/repo/IN3FA9~1/a', '/repo/infrastructure/**'],
    ['/repo/SECRET~1.PEM', '/repo/secret-key.pem'],
  ])('%s is in %s for a rule that does not allow, and not for one that does', (path, pattern) => {
    expect(isPath(path, [pattern], { each: false, work: new Work() })).toBe(true);
    expect(isPath(path, [pattern], { each: true, work: new Work() })).toBe(false);
  });

  it.each([
    ['/repo/infra~1', '/repo/infrastructure/**'],
    ['/repo/.envrc', '/repo/.env'],
    ['/repo/a.b', '/repo/a'],
    ['/repo/git~1/a', '**/.ssh/**'],
    ['/repo/git~x/a', '**/.git/**'],
    ['/repo/...', '/repo'],
  ])('%s is not in %s', (path, pattern) => {
    expect(isPath(path, [pattern], { each: false, work: new Work() })).toBe(false);
  });
});
