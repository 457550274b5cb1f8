import { Problem } from '#app/server/problem.ts'

/** A rejected picture, with a reason for people. A separate file, so that importing it loads no encoder. */
export function badPicture(reason: string): Problem {
  return new Problem(422, 'bad-picture', reason)
}

export const UNREADABLE = 'The picture cannot be read. It may be damaged or not complete.'
