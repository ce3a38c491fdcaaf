import { assert, jsonValue, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { messageOf, readInbound } from './inbound.ts';

const request = { jsonrpc: '2.0', id: 1, method: 'ping' };

test('a request, a notification and a response are told apart', () => {
  expect(readInbound({ ...request, params: { a: 1 } })).toEqual({ kind: 'request', id: 1, method: 'ping', params: { a: 1 } });
  expect(readInbound({ jsonrpc: '2.0', method: 'x' })).toMatchObject({ kind: 'notification', method: 'x' });
  expect(readInbound({ jsonrpc: '2.0', id: 4, result: {} })).toMatchObject({ kind: 'response' });
  expect(readInbound({ jsonrpc: '2.0', id: 'a', error: { code: 1, message: 'm' } })).toMatchObject({ kind: 'response' });
});

test('members that JSON-RPC does not know are left out', () => {
  const read = readInbound({ ...request, extra: 1 });
  expect(read.kind !== 'fault' && messageOf(read)).toEqual(request);
});

describe('what is no message is an invalid request', () => {
  test.for([
    ['an empty batch', [], null],
    ['a batch of one', [request], null],
    ['a batch of numbers', [1], null],
    ['text', 'x', null],
    ['null', null, null],
    ['an object without members', {}, null],
    ['a wrong version', { ...request, jsonrpc: '1.0' }, 1],
    ['a version that is a number', { ...request, jsonrpc: 2 }, 1],
    ['a method that is a number', { ...request, method: 5 }, 1],
    ['a missing method', { jsonrpc: '2.0', id: 'a' }, 'a'],
    ['params that are a list', { ...request, params: [] }, 1],
    ['params that are text', { ...request, params: 'x' }, 1],
    ['params that are null', { ...request, params: null }, 1],
    ['an id that is null', { ...request, id: null }, null],
    ['an id that is a fraction', { ...request, id: 1.5 }, null],
    ['an id past 2^53', { ...request, id: 2 ** 53 }, null],
    ['an id that is an object', { ...request, id: {} }, null],
    ['a response without an id', { jsonrpc: '2.0', result: {} }, null],
  ] as const)('%s', ([, body, id]) => {
    expect(readInbound(body)).toMatchObject({ kind: 'fault', code: -32_600, id });
  });
});

test('any JSON is either a message or a fault, and never throws', () => {
  assert(
    property(jsonValue(), (body) => {
      expect(['request', 'notification', 'response', 'fault']).toContain(readInbound(body).kind);
    }),
  );
});
