import { LONGEST_LINK, MOST_PICTURE_BYTES } from '#app/deals/deals.facts.ts'
import type { AppContext } from '#app/server/context.ts'
import { OutsideFailure } from '#app/server/outside-fetch.ts'
import { formatCount } from '#app/shared/counts.ts'
import { formatMinutes } from '#app/shared/dates.ts'
import { badPicture } from './bad-picture.ts'

const LONGEST_WAIT_MS = 10_000
/** Timeout of all links of one upload together. */
const LONGEST_WAIT_TOGETHER_MS = 4 * 60_000

/** Whether what stands for a picture is a link and not the name of a file. */
export function isPictureLink(text: string): boolean {
  return /^https?:\/\//i.test(text)
}

/** The picture behind a link. Throws a Problem 422 `bad-picture` with the reason for a person. */
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

/** Reads the links of one upload, which share a timeout that begins with the first of them. */
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
