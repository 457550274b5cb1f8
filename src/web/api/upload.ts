import { ApiError, failed } from './api.ts'
import { withCsrfToken } from './csrf-token.ts'
import { createLineReader, isLateFailure } from './upload-lines.rules.ts'

type Options = {
  method?: 'POST' | 'PUT'
  form: FormData
  accept?: string
  /** Upload progress in bytes; the total is 0 while unknown. */
  onSent?: (sentBytes: number, totalBytes: number) => void
  /** Each line of an `application/x-ndjson` answer, as it arrives. */
  onLine?: (line: unknown) => void
  signal?: AbortSignal
}

/**
 * Sends a form with files and reports progress. Resolves to the JSON response, or with `onLine` to its last
 * line. Rejects with {@link ApiError}, with status 0 and code `connection-lost` if the connection broke, or
 * with the signal's abort reason.
 */
export async function upload<T>(path: string, options: Options): Promise<T> {
  return withCsrfToken((token) => send<T>(path, options, token))
}

// Uses XMLHttpRequest, because fetch does not report upload progress.
function send<T>(path: string, options: Options, token: string): Promise<T> {
  const { method = 'POST', form, accept = 'application/json', onSent, onLine, signal } = options
  return new Promise<T>((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const askedAt = Date.now()
    const request = new XMLHttpRequest()
    const lines = createLineReader()
    let last: unknown
    let failure: unknown

    function hear(heard: unknown[]) {
      for (const line of heard) {
        last = line
        if (isLateFailure(line)) failure = failed(line.status, JSON.stringify(line), askedAt)
        else onLine?.(line)
      }
    }

    function finish() {
      const { status, responseText } = request
      if (status < 200 || status > 299) throw failed(status, responseText, askedAt)
      if (!onLine) return JSON.parse(responseText)
      hear(lines.end(responseText))
      if (failure) throw failure
      if (last === undefined) throw connectionLost()
      return last
    }

    function attempt(step: () => void) {
      try {
        step()
      } catch (error) {
        reject(error)
        request.abort()
      }
    }

    const abort = () => request.abort()
    signal?.addEventListener('abort', abort)
    if (onSent) {
      request.upload.onprogress = ({ loaded, total }) => onSent(loaded, total)
    }
    if (onLine) {
      request.onprogress = () => {
        if (request.status < 300) attempt(() => hear(lines.read(request.responseText)))
      }
    }
    request.onload = () => attempt(() => resolve(finish()))
    request.onerror = () => reject(connectionLost())
    request.onabort = () => reject(signal?.reason ?? connectionLost())
    request.onloadend = () => signal?.removeEventListener('abort', abort)
    request.open(method, path)
    request.setRequestHeader('accept', accept)
    request.setRequestHeader('x-csrf-token', token)
    request.send(form)
  })
}

function connectionLost(): ApiError {
  const error = 'The connection to the server broke off. Try again.'
  return new ApiError(0, JSON.stringify({ error, code: 'connection-lost' }))
}
