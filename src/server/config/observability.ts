import { z } from 'zod'
import { type Given, isReadOnTheWay, secret } from './shapes.ts'

/** What operators see this process by. Names of `OTEL_` are those of OpenTelemetry. */
export const observabilitySettings = {
  /** Where Prometheus asks; never the public port. Unset means nothing is counted. */
  METRICS_PORT: z.coerce.number('is not a port').int().min(0).max(65_535).optional(),
  METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  /** Who is sent the traces. Unset means there are none. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'is not an http(s) address' })
    .optional(),
  OTEL_EXPORTER_OTLP_HEADERS: secret(
    /^[\w-]+=[^,\s]+(,[\w-]+=[^,\s]+)*$/,
    'is not name=value, several of them separated by commas',
  ).optional(),
  OTEL_SERVICE_NAME: z.string().min(1).max(100).default('nouveau'),
  /** Which share of the traces is sent, from 0 to 1. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number('is not a share from 0 to 1').min(0).max(1).default(1),
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
    /** Undefined: nothing is counted. */
    metrics: port === undefined ? undefined : { host, port },
    /** Undefined: nothing is traced. */
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
