import { z } from 'zod'
import { type Given, isReadOnTheWay, numeric, port, secret } from './shapes.ts'

/** Metrics and traces. `OTEL_` names are OpenTelemetry's. */
export const observabilitySettings = {
  /** Port for Prometheus, never the public one. Unset disables metrics. */
  METRICS_PORT: port.optional(),
  METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  /** Receiver of traces. Unset disables tracing. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'is not an http(s) address' })
    .optional(),
  OTEL_EXPORTER_OTLP_HEADERS: secret(
    /^[\w-]+=[^,\s]+(,[\w-]+=[^,\s]+)*$/,
    'is not name=value, several of them separated by commas',
  ).optional(),
  OTEL_SERVICE_NAME: z.string().min(1).max(100).default('nouveau'),
  /** Share of traces that are sent, from 0 to 1. */
  OTEL_TRACES_SAMPLER_ARG: numeric('is not a share from 0 to 1', (share) =>
    share.min(0).max(1),
  ).default(1),
}

export function wrongObservability(given: Given): string[] {
  const wrong: string[] = []
  const { METRICS_PORT: metrics, PORT: port = '3000', OTEL_EXPORTER_OTLP_ENDPOINT: to } = given
  if (metrics !== undefined && metrics !== '0' && Number(metrics) === Number(port)) {
    wrong.push('METRICS_PORT is PORT: what is counted is not for the public')
  }
  if (given.OTEL_EXPORTER_OTLP_HEADERS && !to) {
    wrong.push('OTEL_EXPORTER_OTLP_ENDPOINT is missing: its headers are set')
  }
  if (given.OTEL_EXPORTER_OTLP_HEADERS && isReadOnTheWay(to?.trim() ?? '')) {
    wrong.push(
      'OTEL_EXPORTER_OTLP_ENDPOINT must be https: what its headers hold would travel in the clear',
    )
  }
  return wrong
}

const Settings = z.object(observabilitySettings)

export type Traces = {
  endpoint: string
  headers: Record<string, string>
  serviceName: string
  /** From 0 to 1. */
  share: number
}

export function readObservability(env: z.infer<typeof Settings>) {
  const { METRICS_PORT: port, METRICS_HOST: host, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = env
  const pairs = env.OTEL_EXPORTER_OTLP_HEADERS?.split(',') ?? []
  return {
    /** Undefined disables metrics. */
    metrics: port === undefined ? undefined : { host, port },
    /** Undefined disables tracing. */
    traces: endpoint
      ? ({
          endpoint: endpoint.replace(/\/+$/, ''),
          headers: Object.fromEntries(
            pairs.map((pair) => {
              const at = pair.indexOf('=')
              return [pair.slice(0, at), pair.slice(at + 1)]
            }),
          ),
          serviceName: env.OTEL_SERVICE_NAME,
          share: env.OTEL_TRACES_SAMPLER_ARG,
        } satisfies Traces)
      : undefined,
  }
}
