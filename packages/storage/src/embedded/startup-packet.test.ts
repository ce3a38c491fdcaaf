import { expect, test } from 'vitest';
import { ProtocolViolation } from './protocol-violation.ts';
import { readStartupPacket } from './startup-packet.ts';
import { int32s } from './wire-messages.ts';

function packet(code: number, parameters: Readonly<Record<string, string>> = {}): Buffer {
  const body = Buffer.from(`${Object.entries(parameters).flat().join('\0')}\0\0`);
  return Buffer.concat([int32s(body.length + 8, code), body]);
}

const settingsOf = (options: string) => {
  const startup = readStartupPacket(packet(196_608, { user: 'me', options }));
  return startup.kind === 'start' ? Object.fromEntries(startup.settings) : undefined;
};

test.each([
  ['-c role=cairn_app -c search_path="a b",public', undefined],
  ['-c role=cairn_app', { role: 'cairn_app' }],
  ['-crole=cairn_app', { role: 'cairn_app' }],
  ['--Search-Path=cairn,public', { search_path: 'cairn,public' }],
  ['-c search_path="a\\ b",public -c app.x=1\\\\2', { search_path: '"a b",public', 'app.x': '1\\2' }],
  ['-c role=one -c role=two', { role: 'two' }],
  ['  ', {}],
])('options %j', (options, settings) => {
  if (settings === undefined) expect(() => settingsOf(options)).toThrow(ProtocolViolation);
  else expect(settingsOf(options)).toEqual(settings);
});

test('a parameter whose value is "options" is not the options', () => {
  expect(readStartupPacket(packet(196_608, { user: 'options', application_name: '-c role=x' }))).toEqual({
    kind: 'start',
    settings: new Map(),
  });
});

test.each(['-d 3', '-c role', '-c "; drop table x=1', 'role=x'])('options %j break the protocol', (options) => {
  expect(() => settingsOf(options)).toThrow(ProtocolViolation);
});

test('requests for encryption and cancelling are told apart from a start', () => {
  expect(readStartupPacket(packet(80_877_103)).kind).toBe('encryption');
  expect(readStartupPacket(packet(80_877_104)).kind).toBe('encryption');
  expect(readStartupPacket(packet(80_877_102)).kind).toBe('cancel');
});

test('another protocol version breaks the protocol', () => {
  expect(() => readStartupPacket(packet(131_072))).toThrow(ProtocolViolation);
});
