import { AsyncLocalStorage } from 'node:async_hooks'
import type { TraceSpan } from '#app/server/observability/tracing.ts'

/**
 * The current async context: a request, a webhook event of the payment provider, or a job, perhaps with the request that
 * enqueued it.
 */
type UnderWay = {
  reqId?: string
  event?: string
  job?: string
  queue?: string
  /** The current span, when tracing. */
  span?: TraceSpan | undefined
  /** Share of the database pool it uses. */
  share?: string
}

const storage = new AsyncLocalStorage<UnderWay>()

/** Runs work in this context: log lines and enqueued jobs inside it name the request or job. */
export function whileAt<T>(what: UnderWay, work: () => T): T {
  return storage.run(what, work)
}

/** Whether nobody is waiting for the current work: a job or a webhook event. */
export function isUnattended(): boolean {
  const { event, job } = whatIsUnderWay()
  return event !== undefined || job !== undefined
}

/** The share of the database pool in use; undefined outside a request. */
export function shareUnderWay(): string | undefined {
  return storage.getStore()?.share
}

/** The current context, for logs and traces; empty outside one. */
export function whatIsUnderWay(): UnderWay {
  return storage.getStore() ?? {}
}
