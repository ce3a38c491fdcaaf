import { describe, expect, test } from 'vitest';
import { acceptedTypes } from './accept.ts';

describe('what an Accept header allows', () => {
  test.for([
    [undefined, true, true],
    ['', true, true],
    ['*/*', true, true],
    ['application/json', true, false],
    ['application/*', true, false],
    ['text/event-stream', false, true],
    ['text/event-stream, application/json', true, true],
    ['application/json, text/event-stream', true, true],
    ['application/json;q=0.9, text/event-stream;q=0.1', true, true],
    ['APPLICATION/JSON', true, false],
    ['text/html, */*;q=0.8', true, true],
    ['text/html', false, false],
    ['application/json;q=0', false, false],
    ['application/json;q=0, */*', false, true],
    ['text/event-stream;q=0.0, */*;q=0.1', true, false],
    ['application/jsonp', false, false],
    ['application/json;charset=utf-8', true, false],
  ] as const)('%s', ([header, json, events]) => {
    expect(acceptedTypes(header)).toEqual({ json, events });
  });
});

test('a header is read the same again after many others', () => {
  for (let index = 0; index < 1000; index += 1) acceptedTypes(`text/x-${index}`);
  expect(acceptedTypes('text/x-7, application/json')).toEqual({ json: true, events: false });
  expect(acceptedTypes('text/x-7')).toEqual({ json: false, events: false });
});
