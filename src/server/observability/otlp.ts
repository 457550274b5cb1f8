import {
  type Context,
  isSpanContextValid,
  type Link,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Traces } from '#app/server/config/observability.ts'
import { newId } from '#app/server/ids.ts'
import type { Log } from '#app/server/log.ts'
import { logSometimes } from '#app/server/log-sometimes.ts'
import { errorKind } from './error-kind.ts'
import type { Tracer, TraceSpan } from './tracing.ts'

const LONGEST_SENDING_MS = 5000

const noteUnsent = logSometimes('traces could not be sent', 'warn')

/** Sends traces by OTLP over HTTP. Loaded only when an endpoint is configured. */
export function createTracer(
  { endpoint, headers, serviceName, share }: Traces,
  log: Log,
  { sendEveryMs = 5000 } = {},
): Tracer {
  const exporter = new OTLPTraceExporter({
    url: `${endpoint}/v1/traces`,
    headers,
    timeoutMillis: LONGEST_SENDING_MS,
  })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': serviceName,
      'service.instance.id': newId(),
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: tellingOfFailures(exporter, log),
        scheduledDelayMillis: sendEveryMs,
        exportTimeoutMillis: LONGEST_SENDING_MS,
      }),
    ],
  })
  const tracer = provider.getTracer('nouveau')

  return {
    start: (name, { kind = 'INTERNAL', parent, asked, attributes = {}, startedAt } = {}) => {
      const link = readTraceparent(asked)
      const span = tracer.startSpan(
        name,
        {
          kind: SpanKind[kind],
          attributes,
          ...(link && { links: [{ context: link } satisfies Link] }),
          ...(startedAt !== undefined && { startTime: startedAt }),
        },
        contextOf(parent),
      )
      const { traceId, spanId, traceFlags } = span.spanContext()
      return {
        traceId,
        traceparent: `00-${traceId}-${spanId}-0${traceFlags & TraceFlags.SAMPLED}`,
        note: (more) => void span.setAttributes(more),
        fail: (error) => {
          span.setStatus({ code: SpanStatusCode.ERROR })
          if (error !== undefined) span.setAttribute('error.type', errorKind(error))
        },
        end: (better) => {
          if (better) span.updateName(better)
          span.end()
        },
      }
    },
    // The receiver may be unreachable, which must not keep the server from stopping.
    close: () => provider.shutdown().catch(() => {}),
  }
}

function contextOf(parent: TraceSpan | string | undefined): Context {
  const found = readTraceparent(typeof parent === 'object' ? parent.traceparent : parent)
  return found ? trace.setSpanContext(ROOT_CONTEXT, found) : ROOT_CONTEXT
}

/** Parses a `traceparent`; undefined when malformed. Later versions start with the same fields. */
function readTraceparent(text: string | undefined): SpanContext | undefined {
  const [, version, traceId, spanId, flags] =
    /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(?:-.*)?$/.exec(text ?? '') ?? []
  if (!traceId || !spanId || !flags || version === 'ff') return
  const traceFlags = Number.parseInt(flags, 16) & TraceFlags.SAMPLED
  const context = { traceId, spanId, traceFlags, isRemote: true }
  return isSpanContextValid(context) ? context : undefined
}

/** Logs failed exports, which the library does not. */
function tellingOfFailures(exporter: SpanExporter, log: Log): SpanExporter {
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.error) {
          noteUnsent({ log, now: () => new Date() }, { err: result.error, spans: spans.length })
        }
        done(result)
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  }
}
