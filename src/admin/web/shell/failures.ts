import { ApiError } from '#app/web/api/api.ts'

/** What to tell a person of a failed call: the server's own words, else `otherwise`. */
export function failureText(error: unknown, otherwise: string): string {
  return (error instanceof ApiError && error.serverText) || otherwise
}

/** The reason to add to words of ours: what the server says of the fields, or at all. */
export function failureDetails(error: unknown): string {
  if (error instanceof ApiError)
    return Object.values(error.fields).join(' ') || (error.serverText ?? '')
  return navigator.onLine ? '' : 'You are offline; nothing was changed.'
}
