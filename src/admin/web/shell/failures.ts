import { ApiError } from '#app/web/api/api.ts'
import { failedChange } from '#app/web/api/failed-change.ts'

const FAILED = 'That did not work. Try again.'

/** What to tell a person of a failed call: the server's own words, else `otherwise`. */
export function failureText(error: unknown, otherwise = FAILED): string {
  return (error instanceof ApiError && error.serverText) || otherwise
}

const NO_ANSWER = 'No answer came: it may be done or not. Look at what is there, then try again.'

/** The same of a change. Without an answer of ours nobody knows whether it was made. */
export function changeFailureText(error: unknown): string {
  return failureText(error, NO_ANSWER)
}

/** Whether nobody knows if a change was made: no words of ours came back. */
export function isUnanswered(error: unknown): boolean {
  return !(error instanceof ApiError && error.serverText !== undefined)
}

/**
 * The same for a corner of the screen, where what is shown is read again. `refused` is the title where the server
 * has said no.
 */
export function changeFailureToast(error: unknown, refused = 'Nothing has changed') {
  const toast = failedChange(error, refused)
  return isUnanswered(error) ? toast : { ...toast, description: failureDetails(error) }
}

/** Whether what was asked for is not there, or no longer. */
export function isNotThere(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404
}

/** The same for a form that changes something: by its fields, or as `form` where no field is to blame. */
export function failuresOfForm(error: unknown): Record<string, string> {
  const fields = error instanceof ApiError ? error.fields : {}
  return Object.keys(fields).length > 0 ? fields : { form: changeFailureText(error) }
}

/** Why a change was not made, to add to words of ours: what the server says of the fields, or at all. */
export function failureDetails(error: unknown): string {
  const fields = error instanceof ApiError ? Object.values(error.fields) : []
  return fields.join(' ') || changeFailureText(error)
}
