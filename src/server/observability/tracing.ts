import type { Attributes, SpanKind } from '@opentelemetry/api'

/** One piece of work in a trace. */
export type TraceSpan = {
  traceId: string
  /** For a header, or for beside a job, so that what follows from it can be led back to it. */
  traceparent: string
  note: (attributes: Attributes) => void
  /** With the kind of error only: its words may be about somebody. */
  fail: (error: unknown) => void
  /** What it was called is known better by now, as a request's route is. */
  end: (name?: string) => void
}

type NewSpan = {
  kind?: keyof typeof SpanKind
  /** The work it is a part of: a span of ours, or a `traceparent` from outside. */
  parent?: TraceSpan | string | undefined
  /** What asked for it, and does not wait for it: a `traceparent`. */
  asked?: string | undefined
  attributes?: Attributes
  /** By the clock of `Date.now`; now, if not given. */
  startedAt?: number
}

/** What makes spans; loaded only where traces are sent somewhere. */
export type Tracer = {
  start: (name: string, span?: NewSpan) => TraceSpan
  /** Sends what is left. */
  close: () => Promise<void>
}

let tracer: Tracer | undefined

export function setTracer(next: Tracer | undefined): void {
  tracer = next
}

/**
 * Undefined while nothing is traced. Names and attributes are the code's own words: never an address
 * with what it ends in, a parameter, a person, a shop or a deal.
 */
export function startSpan(name: string, span?: NewSpan): TraceSpan | undefined {
  return tracer?.start(name, span)
}

export function isTracing(): boolean {
  return tracer !== undefined
}
