import { expect, test } from 'vitest';
import { z } from 'zod';
import { envFields } from '../config/env-fields.ts';
import { acrossSettings, ConfigError, readEnv } from '../config/read-env.ts';
import type { Environment } from '../config/read-env.ts';
import { checkTelemetrySettings, telemetrySettings } from './telemetry-settings.ts';

const schema = z
  .object({ ...telemetrySettings, PORT: envFields.port.default(8787), CAIRN_OPERATOR_TOKEN: envFields.token.optional() })
  .superRefine(checkTelemetrySettings, acrossSettings);

/** What is said of the settings; undefined when they are taken. */
function refusalOf(env: Environment): string | undefined {
  try {
    readEnv(schema, env);
    return undefined;
  } catch (error) {
    return error instanceof ConfigError ? error.message : String(error);
  }
}

const token = 'secret-'.repeat(6);

test.each([
  [{ PORT: '9000', CAIRN_METRICS_PORT: '9000' }, 'CAIRN_METRICS_PORT must be another port than PORT'],
  [{ CAIRN_METRICS_PORT: '8787' }, 'CAIRN_METRICS_PORT must be another port than PORT'],
  [
    { CAIRN_METRICS_TOKEN: token, CAIRN_OPERATOR_TOKEN: ` ${token} ` },
    'CAIRN_METRICS_TOKEN must be another than CAIRN_OPERATOR_TOKEN: what reads metrics with it could set passwords',
  ],
])('%j is refused', (env, line) => {
  expect(refusalOf(env)).toBe(line);
});

test('settings that are wrong by themselves are told for that alone', () => {
  const wrong = { PORT: '0', CAIRN_METRICS_PORT: '0', CAIRN_METRICS_TOKEN: 'short', CAIRN_OPERATOR_TOKEN: 'short' };
  expect(refusalOf(wrong)).not.toContain('another');
  expect(refusalOf(wrong)?.split('\n')).toHaveLength(4);
});

test('ports and tokens that differ are taken, and so is none', () => {
  const given = { CAIRN_METRICS_PORT: '9000', CAIRN_METRICS_TOKEN: token, CAIRN_OPERATOR_TOKEN: `${token}x` };
  expect(readEnv(schema, given)).toMatchObject({ PORT: 8787, CAIRN_METRICS_PORT: 9000, CAIRN_METRICS_TOKEN: token });
  expect(readEnv(schema, {})).toMatchObject({ PORT: 8787 });
});
