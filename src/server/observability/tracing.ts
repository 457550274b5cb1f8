import type { Attributes, SpanKind } from '@opentelemetry/api'

/** One operation in a trace. */
export type TraceSpan = {
  traceId: string
  /** W3C trace context, to pass on in a header or with a job. */
  traceparent: string
  note: (attributes: Attributes) => void
  /** Records only the kind of error, because its message may be about somebody. */
  fail: (error: unknown) => void
  /** `name` replaces the initial one, for example once a request's route is known. */
  end: (name?: string) => void
}

type NewSpan = {
  kind?: keyof typeof SpanKind
  /** Parent: one of our spans, or a `traceparent` from outside. */
  parent?: TraceSpan | string | undefined
  /** `traceparent` of the operation that caused this one without waiting for it. */
  asked?: string | undefined
  attributes?: Attributes
  /** In the time of `Date.now`; defaults to now. */
  startedAt?: number
}

/** Creates spans; loaded only when tracing is configured. */
export type Tracer = {
  start: (name: string, span?: NewSpan) => TraceSpan
  /** Sends the remaining spans. */
  close: () => Promise<void>
}

let tracer: Tracer | undefined

export function setTracer(next: Tracer | undefined): void {
  tracer = next
}

/**
 * Undefined when tracing is off. Names and attributes are fixed words: never a full address, a parameter, a person, a
 * shop or a deal.
 */
export function startSpan(name: string, span?: NewSpan): TraceSpan | undefined {
  return tracer?.start(name, span)
}

export function isTracing(): boolean {
  return tracer !== undefined
}
