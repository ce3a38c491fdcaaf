import { setTimeout as sleep } from 'node:timers/promises';
import { beginLogExport } from './export-logs.ts';
import type { TelemetryConfig } from './telemetry-settings.ts';
import { beginTracing, idGenerator } from './tracing.ts';

export interface Telemetry {
  /** The metrics in Prometheus' text form; absent when nobody is let in to read them. */
  readonly scrape?: (() => Promise<string>) | undefined;
  /** Sends what is left. Never rejects for a collector that is away. */
  close(): Promise<void>;
}

export interface TelemetryIdentity {
  /** `service.name`, unless OTEL_SERVICE_NAME says otherwise. */
  readonly service: string;
  readonly version: string;
}

/** Milliseconds that a shutdown gives to what was not sent yet. */
const closingMs = 1500;

const nothing: Telemetry = { close: async () => {} };

/**
 * Makes the global meters and tracers of OpenTelemetry work, before anything asks for one; until then, and when no setting asks for
 * them, they do nothing. The SDK is read only when it is needed, since it costs memory.
 */
export async function startTelemetry(config: TelemetryConfig, identity: TelemetryIdentity): Promise<Telemetry> {
  const isScraped = config.metricsToken !== undefined || config.metricsPort !== undefined;
  if (!isScraped && !config.isExported) return nothing;
  const prometheus = isScraped ? await createReader() : undefined;
  const close = config.isExported ? await startSdk(identity, prometheus) : await startMeters(identity, prometheus);
  return { scrape: prometheus?.scrape, close };
}

type Prometheus = Awaited<ReturnType<typeof createReader>>;

async function createReader() {
  const [{ PrometheusExporter, PrometheusSerializer }, { resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/exporter-prometheus'),
    import('@opentelemetry/resources'),
  ]);
  const reader = new PrometheusExporter({ preventServerStart: true });
  const serializer = new PrometheusSerializer();
  const scrape = async (): Promise<string> => {
    const { resource, scopeMetrics } = (await reader.collect()).resourceMetrics;
    // What else the SDK found out, such as the path of the program and its arguments, is nobody's who reads metrics.
    const told = Object.entries(resource.attributes).filter(([name]) => name === 'service.name' || name === 'service.version');
    return serializer.serialize({ resource: resourceFromAttributes(Object.fromEntries(told)), scopeMetrics });
  };
  return { reader, scrape };
}

/** Meters alone, for who only scrapes. */
async function startMeters(identity: TelemetryIdentity, prometheus: Prometheus | undefined): Promise<() => Promise<void>> {
  const [{ metrics }, { MeterProvider }, { resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-metrics'),
    import('@opentelemetry/resources'),
  ]);
  const provider = new MeterProvider({
    resource: resourceFromAttributes(attributesOf(identity)),
    readers: prometheus === undefined ? [] : [prometheus.reader],
  });
  metrics.setGlobalMeterProvider(provider);
  return () => provider.shutdown();
}

/** Traces, logs, and metrics unless they are scraped, as the variables of OpenTelemetry say. */
async function startSdk(identity: TelemetryIdentity, prometheus: Prometheus | undefined): Promise<() => Promise<void>> {
  const [{ NodeSDK }, { resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/sdk-node'),
    import('@opentelemetry/resources'),
  ]);
  const sdk = new NodeSDK({
    resource: resourceFromAttributes(attributesOf(identity)),
    idGenerator,
    ...(prometheus && { metricReaders: [prometheus.reader] }),
  });
  sdk.start();
  beginTracing();
  beginLogExport();
  // A collector that is away costs what was not sent yet, not the shutdown.
  return () => Promise.race([sdk.shutdown().catch(() => {}), sleep(closingMs, undefined, { ref: false })]);
}

const attributesOf = ({ service, version }: TelemetryIdentity) => ({ 'service.name': service, 'service.version': version });
