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

/** The rules across these settings and those beside them; give it to `superRefine`. A setting that is wrong by itself is no text or number. */
export function checkTelemetrySettings(
  given: Pick<Given, 'CAIRN_METRICS_PORT' | 'CAIRN_METRICS_TOKEN'> & {
    readonly PORT: number;
    readonly CAIRN_OPERATOR_TOKEN?: string | undefined;
  },
  context: z.RefinementCtx,
): void {
  const { PORT: port, CAIRN_METRICS_PORT: ownPort, CAIRN_METRICS_TOKEN: token, CAIRN_OPERATOR_TOKEN: operator } = given;
  if (typeof port === 'number' && ownPort === port) {
    context.addIssue({ code: 'custom', path: ['CAIRN_METRICS_PORT'], message: 'must be another port than PORT' });
  }
  if (typeof token === 'string' && operator === token) {
    const message = 'must be another than CAIRN_OPERATOR_TOKEN: what reads metrics with it could set passwords';
    context.addIssue({ code: 'custom', path: ['CAIRN_METRICS_TOKEN'], message });
  }
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
