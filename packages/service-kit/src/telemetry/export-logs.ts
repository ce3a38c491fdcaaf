import { logs, ROOT_CONTEXT, SeverityNumber, trace, TraceFlags } from '@opentelemetry/api';
import type { Context, LogRecord } from '@opentelemetry/api';

let exporting = false;

/** Called once, when the SDK has started. What no exporter wants is dropped by the SDK. */
export function beginLogExport(): void {
  exporting = true;
}

/** Gives a finished line of the log, from which secrets were cut already, to the logger of OpenTelemetry; nothing where none runs. */
export function exportLine(line: string): void {
  if (!exporting) return;
  const record = logRecordOf(line);
  if (record) logs.getLogger('cairn').emit(record);
}

const severities: Readonly<Record<string, SeverityNumber>> = {
  trace: SeverityNumber.TRACE,
  debug: SeverityNumber.DEBUG,
  info: SeverityNumber.INFO,
  warn: SeverityNumber.WARN,
  error: SeverityNumber.ERROR,
  fatal: SeverityNumber.FATAL,
};

/**
 * A line of the log as a record of OpenTelemetry, in the trace and the span of the request that it tells of. Undefined for what is no
 * JSON object. @internal
 */
export function logRecordOf(line: string): LogRecord | undefined {
  const fields = read(line);
  if (!fields) return undefined;
  const { level, time, msg, pid: _pid, hostname: _hostname, ...attributes } = fields;
  const at = typeof time === 'string' ? Date.parse(time) : Number.NaN;
  return {
    ...(Number.isNaN(at) ? {} : { timestamp: at }),
    severityNumber: severities[String(level)] ?? SeverityNumber.UNSPECIFIED,
    severityText: String(level),
    body: typeof msg === 'string' ? msg : '',
    attributes: attributes,
    context: contextOf(fields),
  };
}

function read(line: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** By the ids that the line bears, since a line may be written where its request is not the active one any more. */
function contextOf({ trace_id: traceId, request_id: requestId }: Record<string, unknown>): Context {
  if (typeof traceId !== 'string' || typeof requestId !== 'string') return ROOT_CONTEXT;
  const spanId = requestId.replaceAll('-', '').slice(-16);
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: TraceFlags.SAMPLED });
}
