import type { z } from 'zod';
import { envFields } from '../config/env-fields.ts';

/**
 * Who may read the metrics, and whether telemetry is sent; spread into the schema that `readEnv` takes. The variables of OpenTelemetry
 * itself are read by its SDK; here it counts only whether one asks for it.
 */
export const telemetrySettings = {
  CAIRN_METRICS_TOKEN: envFields.token.optional(),
  CAIRN_METRICS_PORT: envFields.port.optional(),
  OTEL_SDK_DISABLED: envFields.boolean.default(false),
  OTEL_EXPORTER_OTLP_ENDPOINT: envFields.text.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: envFields.text.optional(),
  OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: envFields.text.optional(),
  OTEL_EXPORTER_OTLP_LOGS_ENDPOINT: envFields.text.optional(),
  OTEL_TRACES_EXPORTER: envFields.text.optional(),
  OTEL_METRICS_EXPORTER: envFields.text.optional(),
  OTEL_LOGS_EXPORTER: envFields.text.optional(),
} as const;

type Given = z.output<z.ZodObject<typeof telemetrySettings>>;

export interface TelemetryConfig {
  /** Lets whoever presents it read `GET /metrics` at the service's own port. */
  readonly metricsToken: string | undefined;
  /** A port of its own for `GET /metrics`, which asks for nothing. */
  readonly metricsPort: number | undefined;
  /** Whether the SDK of OpenTelemetry is to run, by its own variables. */
  readonly isExported: boolean;
}

export function telemetryConfig(given: Given): TelemetryConfig {
  const asking = [
    given.OTEL_EXPORTER_OTLP_ENDPOINT,
    given.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT,
    given.OTEL_EXPORTER_OTLP_METRICS_ENDPOINT,
    given.OTEL_EXPORTER_OTLP_LOGS_ENDPOINT,
    given.OTEL_TRACES_EXPORTER,
    given.OTEL_METRICS_EXPORTER,
    given.OTEL_LOGS_EXPORTER,
  ];
  return {
    metricsToken: given.CAIRN_METRICS_TOKEN,
    metricsPort: given.CAIRN_METRICS_PORT,
    isExported: !given.OTEL_SDK_DISABLED && asking.some((text) => text !== undefined && text !== 'none'),
  };
}
