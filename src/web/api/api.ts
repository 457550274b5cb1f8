import { createContext } from 'react-router'
import { onceMore } from './once-more.ts'

/** What is asked of an answer, whoever carried it. */
export type ApiAnswer = Pick<Response, 'ok' | 'status' | 'statusText' | 'json' | 'text'>

/** How a call is carried: the browser's fetch, or our own server in process. */
export type Send = (path: string, init: RequestInit) => Promise<ApiAnswer>

/** A failed call. The message is the specification's: status, colon, body. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly body: string
  /** When the call was sent, in milliseconds as of Date.now(). */
  readonly askedAt: number

  constructor(status: number, body: string, askedAt = Date.now()) {
    super(`${status}: ${body}`)
    this.status = status
    this.body = body
    this.askedAt = askedAt
  }

  /** The server's own words for people, if it sent any. */
  get serverText(): string | undefined {
    return this.#json().error
  }

  /** The stable name of what went wrong. */
  get code(): string | undefined {
    return this.#json().code
  }

  /** What the server found wrong with which field. */
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
  /** GET, parsed. From status 500 on, the error names the status instead of quoting the body. */
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

/** Calls back with every call of this page that fails. Answers what stops it. */
export function onFailedCall(hear: (error: ApiError) => void): () => void {
  hearers.add(hear)
  return () => hearers.delete(hear)
}

/** The error to throw, when all who listen have heard of it. */
export function failed(status: number, body: string, askedAt?: number): ApiError {
  const error = new ApiError(status, body, askedAt)
  for (const hear of hearers) hear(error)
  return error
}

let unpromptedUntil = 0

/** What is read in the next moment is read by the page itself, and not because of a person. */
export function readUnprompted(): void {
  unpromptedUntil = Date.now() + UNPROMPTED_MS
}

/** Changes are gathered and then read one list after the other. */
const UNPROMPTED_MS = 2000

/** For what a click starts. Loaders and actions take theirs from the context. */
export const browserApi = createApi((path, init) => {
  const isUnprompted = init.method === undefined && Date.now() < unpromptedUntil
  const sent = isUnprompted ? { ...init, headers: { 'x-unprompted': '1' } } : init
  return onceMore(init, () => fetch(path, sent))
})

/** The way to the server for loaders and actions, in the browser and while rendering. */
export const apiContext = createContext<Api>()
