import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { envFields } from './env-fields.ts';
import { acrossSettings, ConfigError, readEnv } from './read-env.ts';

const schema = z
  .object({
    PORT: envFields.port.default(8787),
    DATABASE_URL: envFields.postgresUrl.optional(),
    CAIRN_MASTER_KEY: envFields.key32.optional(),
    CAIRN_RATE_LIMIT_FREE: envFields.positiveInteger.default(1000),
    CAIRN_BASE_URL: envFields.webUrl,
  })
  .superRefine((given, context) => {
    if (given.DATABASE_URL !== undefined && given.CAIRN_MASTER_KEY === undefined) {
      context.addIssue({ code: 'custom', path: ['CAIRN_MASTER_KEY'], message: 'must be set when DATABASE_URL is' });
    }
  }, acrossSettings);

function faultIn(env: Record<string, string | undefined>): ConfigError {
  try {
    readEnv(schema, env);
  } catch (error) {
    if (error instanceof ConfigError) return error;
  }
  throw new Error('the settings were taken');
}

describe('readEnv', () => {
  it('reads what is set and fills in what is not', () => {
    expect(readEnv(schema, { CAIRN_BASE_URL: 'https://cairn.example.com/', PORT: '80', HOME: '/root' })).toEqual({
      PORT: 80,
      CAIRN_RATE_LIMIT_FREE: 1000,
      CAIRN_BASE_URL: 'https://cairn.example.com',
    });
  });

  it.each(['', '  '])('takes %j for not set', (blank) => {
    expect(readEnv(schema, { CAIRN_BASE_URL: 'https://a.example', PORT: blank, DATABASE_URL: blank }).PORT).toBe(8787);
  });

  it('names every bad and missing setting at once, one line each, with what it takes', () => {
    const { message } = faultIn({ PORT: 'http', CAIRN_RATE_LIMIT_FREE: '0', CAIRN_MASTER_KEY: 'short' });
    expect(message.split('\n')).toEqual([
      'PORT must be a port number from 1 to 65535',
      'CAIRN_MASTER_KEY must be 32 bytes in base64 (44 characters; `openssl rand -base64 32` makes one)',
      'CAIRN_RATE_LIMIT_FREE must be a whole number from 1 to 999999999999999',
      'CAIRN_BASE_URL is not set; it must be an http or https address without query or credentials, such as https://cairn.example.com',
    ]);
  });

  it('never repeats a value', () => {
    const secret = 'postgre://cairn:hunter2@db/cairn';
    expect(faultIn({ DATABASE_URL: secret, CAIRN_MASTER_KEY: 'hunter2', PORT: 'hunter2' }).message).not.toContain('hunter2');
  });

  it('tells of rules across settings', () => {
    expect(faultIn({ CAIRN_BASE_URL: 'https://a.example', DATABASE_URL: 'postgres://db/cairn' }).message).toBe(
      'CAIRN_MASTER_KEY must be set when DATABASE_URL is',
    );
  });

  it('tells of them beside what is wrong with single settings, of which a bad one counts as set', () => {
    expect(faultIn({ PORT: 'http', DATABASE_URL: 'mysql://db' }).problems.map(({ name }) => name)).toEqual([
      'PORT',
      'DATABASE_URL',
      'CAIRN_BASE_URL',
      'CAIRN_MASTER_KEY',
    ]);
    const bad = faultIn({ DATABASE_URL: 'postgres://db/cairn', CAIRN_MASTER_KEY: 'short', CAIRN_BASE_URL: 'https://a.example' });
    expect(bad.message).toMatch(/^CAIRN_MASTER_KEY must be 32 bytes/);
  });
});
