import { CairnError, errorTable } from '@cairn/core';
import type { ErrorCode } from '@cairn/core';
import { expect, test } from 'vitest';
import { vainCallOf } from './vain-call.ts';

const call = (error: unknown) => vainCallOf(error, 'save_memory');

test('the audit tells of refusals by a role and of failures on the server, and of nothing else', () => {
  const told = Object.keys(errorTable).flatMap((code) => {
    const said = call(new CairnError(code as ErrorCode));
    return said === undefined ? [] : [[code, said.action, said.outcome, said.reason]];
  });
  expect(told).toEqual([
    ['FORBIDDEN', 'call.refuse', 'forbidden', undefined],
    ['MODEL_UNAVAILABLE', 'call.fail', 'error', 'model_unavailable'],
    ['INTERNAL', 'call.fail', 'error', 'internal'],
  ]);
});

test('what nobody foresaw is a failure, what is wrong with the request is not', () => {
  expect(call(new TypeError('x is undefined'))).toEqual({
    action: 'call.fail',
    target: 'save_memory',
    outcome: 'error',
    reason: 'internal',
  });
  expect(call('thrown')).toMatchObject({ outcome: 'error' });
  expect(call(Object.assign(new Error('too large'), { statusCode: 413 }))).toBeUndefined();
  expect(call(Object.assign(new Error('gone'), { statusCode: 502 }))).toMatchObject({ outcome: 'error' });
});
