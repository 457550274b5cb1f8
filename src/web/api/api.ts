import { createContext } from 'react-router'
import { onceMore } from './once-more.ts'

/** The parts of a response that callers may read, whatever transport carried it. */
export type ApiAnswer = Pick<Response, 'ok' | 'status' | 'statusText' | 'json' | 'text'>

/** The transport of a call: the browser's fetch, or our own server in process. */
export type Send = (path: string, init: RequestInit) => Promise<ApiAnswer>

/** A failed call. The message format is given by the specification: `status: body`. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly body: string
  /** When the call was sent, in milliseconds since the epoch. */
  readonly askedAt: number

  constructor(status: number, body: string, askedAt = Date.now()) {
    super(`${status}: ${body}`)
    this.status = status
    this.body = body
    this.askedAt = askedAt
  }

  /** The server's message for people, if it sent one. */
  get serverText(): string | undefined {
    return this.#json().error
  }

  /** The stable error code. */
  get code(): string | undefined {
    return this.#json().code
  }

  /** The server's validation errors by field. */
  get fields(): Record<string, string> {
    return this.#json().fields ?? {}
  }

  #json(): { error?: string; code?: string; fields?: Record<string, string> } {
    try {
      return JSON.parse(this.body) ?? {}
    } catch {
      return {}
    }
  }
}

export type Api = {
  /** Sends cookies and JSON; only POST, PUT and PATCH carry a body. Throws {@link ApiError}. */
  request: (
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => Promise<ApiAnswer>
  /**
   * GET, with the JSON parsed. For status 500 and above the error quotes the status text instead of the body.
   */
  load: (path: string) => Promise<unknown>
}

const WITH_BODY = new Set(['POST', 'PUT', 'PATCH'])

export function createApi(send: Send): Api {
  return {
    async request(method, path, body, headers) {
      const hasBody = WITH_BODY.has(method) && body !== undefined
      const askedAt = Date.now()
      const response = await send(path, {
        method,
        credentials: 'include',
        headers: { ...(hasBody ? { 'content-type': 'application/json' } : {}), ...headers },
        ...(hasBody ? { body: JSON.stringify(body) } : {}),
      })
      if (!response.ok) throw failed(response.status, await response.text(), askedAt)
      return response
    },

    async load(path) {
      const askedAt = Date.now()
      const response = await send(path, { credentials: 'include' })
      if (!response.ok) {
        const body = response.status >= 500 ? response.statusText : await response.text()
        throw failed(response.status, body, askedAt)
      }
      return response.json()
    },
  }
}

const hearers = new Set<(error: ApiError) => void>()

/** Calls back on every failed call of this page. Returns the function that unsubscribes. */
export function onFailedCall(hear: (error: ApiError) => void): () => void {
  hearers.add(hear)
  return () => hearers.delete(hear)
}

/** Notifies all listeners and returns the error to throw. */
export function failed(status: number, body: string, askedAt?: number): ApiError {
  const error = new ApiError(status, body, askedAt)
  for (const hear of hearers) hear(error)
  return error
}

let unpromptedUntil = 0

/** Marks the reads of the next moments as made by the page itself: they do not count as a person's activity. */
export function readUnprompted(): void {
  unpromptedUntil = Date.now() + UNPROMPTED_MS
}

/** Long enough for a refresh, which collects changes and then reads the lists one after the other. */
const UNPROMPTED_MS = 2000

/** For calls that a click starts. Loaders and actions get their API from the context. */
export const browserApi = createApi((path, init) => {
  const isUnprompted = init.method === undefined && Date.now() < unpromptedUntil
  const sent = isUnprompted ? { ...init, headers: { 'x-unprompted': '1' } } : init
  return onceMore(init, () => fetch(path, sent))
})

/** The API for loaders and actions, both in the browser and during server rendering. */
export const apiContext = createContext<Api>()
