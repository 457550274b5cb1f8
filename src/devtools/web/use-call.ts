import { useState } from 'react'
import { ApiError, browserApi } from '#app/web/api/api.ts'
import { closeToasts } from '#app/web/toasts/toasts.ts'

type Call<T> = {
  isBusy: boolean
  /** The response to the last call. */
  answer: T | undefined
  /** The server's error message for the last call. */
  error: string | undefined
  call: (method: 'GET' | 'POST', path: string, body?: unknown) => Promise<T | undefined>
  refuse: (error: string) => void
}

/** Makes one call at a time and holds its outcome. */
export function useCall<T>(): Call<T> {
  const [isBusy, setIsBusy] = useState(false)
  const [answer, setAnswer] = useState<T>()
  const [error, setError] = useState<string>()

  return {
    isBusy,
    answer,
    error,
    refuse(reason) {
      setAnswer(undefined)
      setError(reason)
    },
    async call(method, path, body) {
      // The previous call's message does not apply to this one.
      closeToasts()
      setIsBusy(true)
      setAnswer(undefined)
      setError(undefined)
      try {
        const response = await browserApi.request(method, path, body)
        const answered = (await response.json()) as T
        setAnswer(answered)
        return answered
      } catch (failure) {
        setError(wordsOf(failure))
        return undefined
      } finally {
        setIsBusy(false)
      }
    },
  }
}

/** The server's message, or what is known without one. */
export function wordsOf(failure: unknown): string {
  if (failure instanceof ApiError) {
    if (failure.body === '') return `${failure.status}: Unknown error`
    return failure.serverText ?? failure.message
  }
  return failure instanceof Error ? failure.message : 'Unknown error'
}
