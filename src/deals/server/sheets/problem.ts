import { Problem } from '#app/server/problem.ts'

/** A sheet that is rejected as a whole, with a reason for people. */
export function badSheet(reason: string): Problem {
  return new Problem(422, 'bad-sheet', reason)
}
