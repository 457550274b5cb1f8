import { ApiError } from '#app/web/api/api.ts'
import { failedChange } from '#app/web/api/failed-change.ts'

const FAILED = 'That did not work. Try again.'

/** Returns the text for a failed call: the server's own words, else `otherwise`. */
export function failureText(error: unknown, otherwise = FAILED): string {
  return (error instanceof ApiError && error.serverText) || otherwise
}

const NO_ANSWER = 'No answer came: it may be done or not. Look at what is there, then try again.'

/**
 * Returns the text for a failed change. Without an answer from our server, it says that the outcome is
 * unknown.
 */
export function changeFailureText(error: unknown): string {
  return failureText(error, NO_ANSWER)
}

/** Whether the outcome of a change is unknown, because our server's answer did not arrive. */
export function isUnanswered(error: unknown): boolean {
  return !(error instanceof ApiError && error.serverText !== undefined)
}

/**
 * Returns a toast for a failed change, where the shown data is refetched. `refused` is the title if the
 * server refused it.
 */
export function changeFailureToast(error: unknown, refused = 'Nothing has changed') {
  const toast = failedChange(error, refused)
  return isUnanswered(error) ? toast : { ...toast, description: failureDetails(error) }
}

/** Whether the requested record does not exist, or no longer does. */
export function isNotThere(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404
}

/** Returns the errors of a form's change by field, or under `form` if no field is at fault. */
export function failuresOfForm(error: unknown): Record<string, string> {
  const fields = error instanceof ApiError ? error.fields : {}
  return Object.keys(fields).length > 0 ? fields : { form: changeFailureText(error) }
}

/**
 * Returns why a change was not made, to follow words of ours: the errors of its fields, else the general
 * text.
 */
export function failureDetails(error: unknown): string {
  const fields = error instanceof ApiError ? Object.values(error.fields) : []
  return fields.join(' ') || changeFailureText(error)
}
