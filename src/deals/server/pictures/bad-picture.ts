import { Problem } from '#app/server/problem.ts'

/**
 * A rejected picture, with a reason for people. In a file of its own, so that importing it does not load the
 * encoder.
 */
export function badPicture(reason: string): Problem {
  return new Problem(422, 'bad-picture', reason)
}

export const UNREADABLE = 'The picture cannot be read. It may be damaged or not complete.'
