import { ApiError } from './api.ts'
import { UNANSWERED } from './unreached.copy.ts'

/**
 * The toast for a failed change; `refused` is its title if the server said no. Without the server's message
 * nobody knows whether the change was made: callers then reload what they show.
 */
export function failedChange(error: unknown, refused = 'Nothing has changed') {
  const said = error instanceof ApiError ? error.serverText : undefined
  return {
    title: said === undefined ? 'No answer came' : refused,
    description: said ?? UNANSWERED,
    tone: 'error' as const,
  }
}
