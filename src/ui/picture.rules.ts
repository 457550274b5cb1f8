/** The stored widths that current screens request at the sizes below. */
const WIDTHS = [640, 960]

/** `sizes` of a picture in the deal grid: a third of a wide screen. Short, because pages repeat it often. */
export const GRID_SIZES = '(min-width:64rem)31vw,88vw'
export const CAROUSEL_SIZES = '(min-width:64rem)27vw,74vw'
export const CLOSE_SIZES = '(min-width:64rem)23vw,43vw'
export const HALF_SIZES = '(min-width:64rem)42vw,88vw'
export const PAIR_SIZES = '(min-width:64rem)22vw,44vw'

type PictureSources = {
  /** Two widths that suit nearly every browser. */
  avif: string
  /** One width for the few browsers without AVIF: more would add to every page. */
  webp: string
  jpeg: string
}

/** Addresses of a picture's files, from its key `<id>.jpg`; `host` is empty for our own server. */
export function pictureSources(key: string, host: string): PictureSources {
  const base = `${host}/ndc-images/${key.replace(/\.jpg$/, '')}`
  return {
    avif: WIDTHS.map((width) => `${base}-${width}.avif ${width}w`).join(','),
    webp: `${base}-960.webp`,
    jpeg: `${base}.jpg`,
  }
}

/** Address of the smallest stored width, for lists and forms. */
export function thumbSource(key: string, host: string): string {
  return `${host}/ndc-images/${key.replace(/\.jpg$/, '')}-320.webp`
}

/** What curators have noted about pictures, by key. */
export type PictureNotes = Record<
  string,
  { alternative?: string | undefined; focus?: readonly [x: number, y: number] | undefined }
>

/** Classes that keep a focal point, in per mille, visible where the picture is cropped, in steps of 5%. */
export function focusClass(focus: readonly [x: number, y: number] | undefined | null) {
  return focus ? `fx${Math.round(focus[0] / 50)} fy${Math.round(focus[1] / 50)}` : undefined
}

/** The keys to try in turn: the card's own picture, then the first of the others. */
export function pictureCandidates(card: string | null, images: string[]): string[] {
  return [...new Set([card, images[0]])].filter((key) => key !== null && key !== undefined)
}
