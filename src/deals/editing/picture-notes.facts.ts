/** Characters of what a picture shows; a screen reader says them at one go. */
export const LONGEST_ALTERNATIVE = 200

/** Why a stored picture does not load. */
export const LOST_FOR = ['missing', 'unreadable'] as const
export type LostFor = (typeof LOST_FOR)[number]

/** Per mille from left and from top. */
export type PictureFocus = [x: number, y: number]
/** What a curator says of a picture of a deal. */
export type PictureNote = {
  alternative: string
  focus: PictureFocus | null
  /** Said to be another than one that looks the same. */
  isKept: boolean
}

/** Of 64 marks of a picture: how many may differ between two files of one picture. */
const MOST_DIFFERENT = 8

const BLANK = /^0+$/

/** Whether two pictures look the same, by their likeness: in another size, a little cut, or paler. */
export function looksTheSame(one: string | null, other: string | null): boolean {
  // One of a single shade has no marks to be known by.
  if (one === null || other === null || BLANK.test(one) || BLANK.test(other)) return false
  let different = BigInt(`0x${one}`) ^ BigInt(`0x${other}`)
  let count = 0
  for (; different > 0n; different &= different - 1n) count += 1
  return count <= MOST_DIFFERENT
}
