import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { commonNames, settingNames } from './known-settings.ts';
import { misspeltSettings } from './misspelt.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

describe('the names of settings', () => {
  it("are those of the operators' page", () => {
    const page = readFileSync(join(root, 'docker/configuration.md'), 'utf8');
    const told = new Set([...page.matchAll(/`(CAIRN_[A-Z0-9_]+)`/g)].map(([, name]) => name));
    expect([...told].toSorted()).toEqual(settingNames.toSorted());
  });

  it('without a prefix are on that page too', () => {
    const page = readFileSync(join(root, 'docker/configuration.md'), 'utf8');
    expect(commonNames.filter((name) => !page.includes(name))).toEqual([]);
  });

  it('hold every one that an app or a package reads', () => {
    const sources = globSync(['apps/*/src/**/*config.ts', 'apps/*/src/**/*settings.ts', 'packages/*/src/**/*settings.ts'], { cwd: root });
    const read = sources.flatMap((file) => [...readFileSync(join(root, file), 'utf8').matchAll(/^\s+(CAIRN_\w+): (?:env|z|key)/gm)]);
    const names = read.map(([, name = '']) => name);
    expect(names.length).toBeGreaterThan(40);
    expect(names.filter((name) => !settingNames.includes(name))).toEqual([]);
  });
});

describe('misspeltSettings', () => {
  it.each([
    ['CAIRN_RATE_LIMT_FREE', 'CAIRN_RATE_LIMIT_FREE'],
    ['CAIRN_MASTERKEY', 'CAIRN_MASTER_KEY'],
    ['CAIRN_master_key', 'CAIRN_MASTER_KEY'],
    ['CAIRN_TLS_CERT', 'CAIRN_TLS_CERT_FILE'],
    ['CAIRN_DATABASE_URL', 'DATABASE_URL'],
    ['CAIRN_REDIS_URL', 'REDIS_URL'],
    ['CAIRN_REDIS_URI', 'REDIS_URL'],
    ['CAIRN_PORT', 'PORT'],
    ['CAIRN_HOST', 'HOST'],
    ['CAIRN_XDG_CACHE_HOME', 'XDG_CACHE_HOME'],
    ['CAIRN_OTEL_SERVICE_NAME', 'OTEL_SERVICE_NAME'],
  ])('names what is nearest to %s, and no value', (name, near) => {
    const [line, ...rest] = misspeltSettings({ [name]: 'hunter2' });
    expect(rest).toEqual([]);
    expect(line).toMatch(new RegExp(`^${name} is no setting of Cairn`));
    expect(line).not.toContain('hunter2');
    expect(line).toContain(`did you mean ${near}?`);
  });

  it('guesses nothing where no name is near', () => {
    expect(misspeltSettings({ CAIRN_SOMETHING_QUITE_DIFFERENT: '1' })).toEqual([
      'CAIRN_SOMETHING_QUITE_DIFFERENT is no setting of Cairn and changes nothing',
    ]);
  });

  it('says nothing of settings, blank or not, and of what others use', () => {
    const quiet = {
      ...Object.fromEntries(settingNames.map((name) => [name, ''])),
      PATH: '/bin',
      CAIRN_DOMAIN: 'cairn.example.org',
      CAIRN_SERVICE_PASSWORD: 'hunter2',
      CAIRN_API_KEY: 'hunter2',
      CAIRN_TEST_DATABASE_URL: 'postgres://localhost',
      // What Kubernetes sets for a service named cairn-gateway.
      CAIRN_GATEWAY_SERVICE_HOST: '10.0.0.1',
      CAIRN_GATEWAY_SERVICE_PORT: '8787',
      CAIRN_GATEWAY_SERVICE_PORT_HTTP: '8787',
      CAIRN_GATEWAY_PORT: 'tcp://10.0.0.1:8787',
      CAIRN_GATEWAY_PORT_8787_TCP: 'tcp://10.0.0.1:8787',
      CAIRN_GATEWAY_PORT_8787_TCP_ADDR: '10.0.0.1',
      // And for one named cairn.
      CAIRN_SERVICE_HOST: '10.0.0.1',
      CAIRN_SERVICE_PORT: '8787',
      CAIRN_PORT: 'tcp://10.0.0.1:8787',
      CAIRN_PORT_8787_TCP: 'tcp://10.0.0.1:8787',
    };
    expect(misspeltSettings(quiet)).toEqual([]);
  });
});
