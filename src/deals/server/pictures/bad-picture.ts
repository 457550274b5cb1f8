import { Problem } from '#app/server/problem.ts'

/** Why a picture is not taken, in words for whoever has chosen it. Here, so that nothing loads the encoder for it. */
export function badPicture(reason: string): Problem {
  return new Problem(422, 'bad-picture', reason)
}

export const UNREADABLE = 'The picture cannot be read. It may be damaged or not complete.'
