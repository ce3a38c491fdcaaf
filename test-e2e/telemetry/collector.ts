import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Attribute {
  readonly key: string;
  readonly value: { readonly stringValue?: string; readonly intValue?: number };
}

export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: readonly Attribute[];
}

export interface LogRecord {
  readonly traceId?: string;
  readonly spanId?: string;
  readonly severityText: string;
  readonly body: { readonly stringValue?: string };
  readonly attributes: readonly Attribute[];
}

/** A collector of OpenTelemetry on a port of its own, which keeps what it is sent. */
export interface Collector {
  /** What a product is told to send to it, and often. */
  readonly env: Readonly<Record<string, string>>;
  /** Everything, as it came. */
  text(): string;
  spans(): readonly Span[];
  logs(): readonly LogRecord[];
  /** Stops to answer, as one that is away. */
  close(): Promise<void>;
}

interface Sent {
  readonly resourceSpans?: readonly { readonly scopeSpans: readonly { readonly spans: readonly Span[] }[] }[];
  readonly resourceLogs?: readonly { readonly scopeLogs: readonly { readonly logRecords: readonly LogRecord[] }[] }[];
}

export async function startCollector(): Promise<Collector> {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.once('end', () => {
      bodies.push(body);
      response.setHeader('content-type', 'application/json').end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const sent = () => bodies.map((body) => JSON.parse(body) as Sent);
  return {
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_BSP_SCHEDULE_DELAY: '100',
      OTEL_BLRP_SCHEDULE_DELAY: '100',
      OTEL_METRIC_EXPORT_INTERVAL: '500',
      OTEL_METRIC_EXPORT_TIMEOUT: '400',
    },
    text: () => bodies.join('\n'),
    spans: () => sent().flatMap(({ resourceSpans = [] }) => resourceSpans.flatMap((one) => one.scopeSpans.flatMap(({ spans }) => spans))),
    logs: () =>
      sent().flatMap(({ resourceLogs = [] }) => resourceLogs.flatMap((one) => one.scopeLogs.flatMap(({ logRecords }) => logRecords))),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
