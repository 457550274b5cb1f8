/** Characters of an alternative text; screen readers read it in one go. */
export const LONGEST_ALTERNATIVE = 200

/** Why a stored picture does not load. */
export const LOST_FOR = ['missing', 'unreadable'] as const
export type LostFor = (typeof LOST_FOR)[number]

/** The focal point, in per mille from left and top. */
export type PictureFocus = [x: number, y: number]
/** A curator's note on a picture of a deal. */
export type PictureNote = {
  alternative: string
  focus: PictureFocus | null
  /** Confirmed to be a different picture from one that looks the same. */
  isKept: boolean
}

/** How many of its 64 bits may differ between two files of the same picture. */
const MOST_DIFFERENT = 8

const BLANK = /^0+$/

/** Whether two pictures look the same by their likeness: rescaled, slightly cropped or paler. */
export function looksTheSame(one: string | null, other: string | null): boolean {
  // A picture of a single shade has no features to compare.
  if (one === null || other === null || BLANK.test(one) || BLANK.test(other)) return false
  let different = BigInt(`0x${one}`) ^ BigInt(`0x${other}`)
  let count = 0
  for (; different > 0n; different &= different - 1n) count += 1
  return count <= MOST_DIFFERENT
}
