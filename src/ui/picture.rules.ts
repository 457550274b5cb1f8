/** Of the stored widths, those that a screen of today asks for at the sizes below. */
const WIDTHS = [640, 960]

/**
 * How wide a picture of the deal grid is shown: a third of a wide screen. Short, being repeated so
 * often.
 */
export const GRID_SIZES = '(min-width:64rem)31vw,88vw'
export const CAROUSEL_SIZES = '(min-width:64rem)27vw,74vw'
export const CLOSE_SIZES = '(min-width:64rem)23vw,43vw'
export const HALF_SIZES = '(min-width:64rem)42vw,88vw'
export const PAIR_SIZES = '(min-width:64rem)22vw,44vw'

type PictureSources = {
  /** Two widths, which nearly every browser picks from. */
  avif: string
  /** For the few browsers without AVIF one width must do: every page would carry the others. */
  webp: string
  jpeg: string
}

/** Addresses of a stored picture's files, from its key `<id>.jpg`; `host` is empty for our own. */
export function pictureSources(key: string, host: string): PictureSources {
  const base = `${host}/ndc-images/${key.replace(/\.jpg$/, '')}`
  return {
    avif: WIDTHS.map((width) => `${base}-${width}.avif ${width}w`).join(','),
    webp: `${base}-960.webp`,
    jpeg: `${base}.jpg`,
  }
}

/** The smallest width that is kept, for lists and forms. */
export function thumbSource(key: string, host: string): string {
  return `${host}/ndc-images/${key.replace(/\.jpg$/, '')}-320.webp`
}

/** What is known of pictures, by their keys. */
export type PictureNotes = Record<
  string,
  { alternative?: string | undefined; focus?: readonly [x: number, y: number] | undefined }
>

/** Of a focal point, per mille: classes that keep it in sight where the picture is cut, in steps of 5%. */
export function focusClass(focus: readonly [x: number, y: number] | undefined | null) {
  return focus ? `fx${Math.round(focus[0] / 50)} fy${Math.round(focus[1] / 50)}` : undefined
}

/** What to try in turn: the card's own picture, then the first of the others. */
export function pictureCandidates(card: string | null, images: string[]): string[] {
  return [...new Set([card, images[0]])].filter((key) => key !== null && key !== undefined)
}
