import { LONGEST_LINK, MOST_PICTURE_BYTES } from '#app/deals/deals.facts.ts'
import type { AppContext } from '#app/server/context.ts'
import { OutsideFailure } from '#app/server/outside-fetch.ts'
import { formatCount } from '#app/shared/counts.ts'
import { formatMinutes } from '#app/shared/dates.ts'
import { badPicture } from './bad-picture.ts'

const LONGEST_WAIT_MS = 10_000
/** Shared timeout of all links of an upload. */
const LONGEST_WAIT_TOGETHER_MS = 4 * 60_000

/** Whether the name of a picture is a link rather than a file name. */
export function isPictureLink(text: string): boolean {
  return /^https?:\/\//i.test(text)
}

/** Downloads a linked picture. Throws a Problem 422 `bad-picture` with a reason for people. */
export async function readLinkedPicture(
  { fetchOutside }: Pick<AppContext, 'fetchOutside'>,
  link: string,
  timeoutMs = LONGEST_WAIT_MS,
): Promise<Buffer> {
  if (link.length > LONGEST_LINK) {
    throw badPicture(`The link is longer than ${formatCount(LONGEST_LINK)} characters.`)
  }
  try {
    return await fetchOutside(link, { maxBytes: MOST_PICTURE_BYTES, timeoutMs })
  } catch (error) {
    if (error instanceof OutsideFailure) throw badPicture(error.message)
    throw error
  }
}

/** Reads the links of one upload, which share a timeout that starts with the first. */
export function createLinkReader(ctx: Pick<AppContext, 'fetchOutside' | 'now'>) {
  let endsAtMs: number | undefined
  return async (link: string): Promise<Buffer> => {
    const nowMs = ctx.now().getTime()
    endsAtMs ??= nowMs + LONGEST_WAIT_TOGETHER_MS
    if (nowMs >= endsAtMs) {
      throw badPicture(
        `The links of the sheet take longer than ${formatMinutes(LONGEST_WAIT_TOGETHER_MS)} together.`,
      )
    }
    return readLinkedPicture(ctx, link, Math.min(LONGEST_WAIT_MS, endsAtMs - nowMs))
  }
}
