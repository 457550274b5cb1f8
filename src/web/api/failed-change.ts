import { ApiError } from './api.ts'
import { UNANSWERED } from './unreached.copy.ts'

/**
 * A change that failed, for a corner of the screen; `refused` is the title where the server has said no. Without
 * words of ours nobody knows whether it was made: whoever shows this reads again what is there.
 */
export function failedChange(error: unknown, refused = 'Nothing has changed') {
  const said = error instanceof ApiError ? error.serverText : undefined
  return {
    title: said === undefined ? 'No answer came' : refused,
    description: said ?? UNANSWERED,
    tone: 'error' as const,
  }
}
