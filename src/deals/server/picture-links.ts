import type { AppContext } from '#app/server/context.ts'
import { OutsideFailure } from '#app/server/outside-fetch.ts'
import { Problem } from '#app/server/problem.ts'
import { MAX_BYTES } from './pictures.rules.ts'

const LONGEST_WAIT_MS = 10_000
const LONGEST_LINK = 2048

/** Whether what stands for a picture is a link and not the name of a file. */
export function isPictureLink(text: string): boolean {
  return /^https?:\/\//i.test(text)
}

/** The picture behind a link. Throws a Problem 422 `bad-picture` with the reason for a person. */
export async function readLinkedPicture(
  { fetchOutside }: Pick<AppContext, 'fetchOutside'>,
  link: string,
): Promise<Buffer> {
  if (link.length > LONGEST_LINK) throw badPicture('The link is longer than 2,048 characters.')
  try {
    return await fetchOutside(link, { maxBytes: MAX_BYTES, timeoutMs: LONGEST_WAIT_MS })
  } catch (error) {
    if (error instanceof OutsideFailure) throw badPicture(error.message)
    throw error
  }
}

function badPicture(reason: string) {
  return new Problem(422, 'bad-picture', reason)
}
