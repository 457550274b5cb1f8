import { AsyncLocalStorage } from 'node:async_hooks'

/** What is being worked on: a request, or a job that a request may have asked for. */
type UnderWay = { reqId?: string; job?: string; queue?: string }

const storage = new AsyncLocalStorage<UnderWay>()

/** Whatever is logged or promised inside of it names this request or job. */
export function whileAt<T>(what: UnderWay, work: () => T): T {
  return storage.run(what, work)
}

export function whatIsUnderWay(): UnderWay {
  return storage.getStore() ?? {}
}
