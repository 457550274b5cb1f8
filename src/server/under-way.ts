import { AsyncLocalStorage } from 'node:async_hooks'
import type { TraceSpan } from '#app/server/observability/tracing.ts'

/**
 * What is being worked on: a request, one that brings an event of the payment provider, or a job that a
 * request may have asked for.
 */
type UnderWay = {
  reqId?: string
  event?: string
  job?: string
  queue?: string
  /** Its part of a trace, while there are traces. */
  span?: TraceSpan | undefined
  /** For whom it asks the database. */
  share?: string
}

const storage = new AsyncLocalStorage<UnderWay>()

/** Whatever is logged or promised inside of it names this request or job. */
export function whileAt<T>(what: UnderWay, work: () => T): T {
  return storage.run(what, work)
}

/** Whether nobody sits at a screen and waits for what is being worked on. */
export function isUnattended(): boolean {
  const { event, job } = whatIsUnderWay()
  return event !== undefined || job !== undefined
}

/** Whose share of the database’s connections is drawn on; undefined outside of a request. */
export function shareUnderWay(): string | undefined {
  return storage.getStore()?.share
}

/** For logs and traces; empty where nothing is. */
export function whatIsUnderWay(): UnderWay {
  return storage.getStore() ?? {}
}
