import { ROOT_CONTEXT, SeverityNumber, trace } from '@opentelemetry/api';
import { expect, test } from 'vitest';
import { logRecordOf } from './export-logs.ts';

const requestId = '01a22148-df21-42c8-b603-26ab3fe04bbb';
const traceId = 'c'.repeat(32);

const lineOf = (fields: object): string => `${JSON.stringify({ level: 'warn', time: '2026-11-28T10:00:00.000Z', ...fields })}\n`;

test('a line of a request is a record within the span of the request', () => {
  const record = logRecordOf(lineOf({ pid: 1, hostname: 'h', request_id: requestId, trace_id: traceId, status: 503, msg: 'request' }));
  expect(record).toMatchObject({ severityNumber: SeverityNumber.WARN, severityText: 'warn', body: 'request' });
  expect(record?.timestamp).toBe(Date.parse('2026-11-28T10:00:00.000Z'));
  expect(record?.attributes).toEqual({ request_id: requestId, trace_id: traceId, status: 503 });
  expect(trace.getSpanContext(record?.context ?? ROOT_CONTEXT)).toMatchObject({ traceId, spanId: 'b60326ab3fe04bbb' });
});

test('a line of no request belongs to no span', () => {
  expect(trace.getSpanContext(logRecordOf(lineOf({ msg: 'started' }))?.context ?? ROOT_CONTEXT)).toBeUndefined();
});

test.each(['', 'no json\n', '7', 'null', '{"cut":'])('what is no line of the log is no record: %j', (line) => {
  expect(logRecordOf(line)).toBeUndefined();
});
