const FEWEST_SLIDES = 5
const MOST_SLIDES = 10

export type Slide<T> = { item: T; key: string; isRepeat: boolean }

/** Repeats the items of a short list and cuts a long one, so that the carousel can loop. */
export function padSlides<T extends { id: string }>(
  items: T[],
  { fewest = FEWEST_SLIDES, most = MOST_SLIDES } = {},
): Array<Slide<T>> {
  const own = items.slice(0, most)
  const repeats = own.length === 0 ? 0 : Math.max(0, fewest - own.length)
  return [
    ...own.map((item) => ({ item, key: item.id, isRepeat: false })),
    ...Array.from({ length: repeats }, (_, index) => own[index % own.length])
      .filter((item) => item !== undefined)
      .map((item, index) => ({ item, key: `${item.id} ${index}`, isRepeat: true })),
  ]
}
