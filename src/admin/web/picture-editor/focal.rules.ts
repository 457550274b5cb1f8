import type { PictureFocus } from '#app/deals/editing/picture-notes.facts.ts'

/** Steps of the arrow keys per mille: as fine as a card can show; with Shift four times as far. */
const STEP = 50
const LEAP = 200

const MIDDLE: PictureFocus = [500, 500]

const WAYS: Record<string, readonly [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** Returns the focal point after a key; undefined for other keys. */
export function movedByKey(
  focus: PictureFocus | null,
  { key, shiftKey }: { key: string; shiftKey: boolean },
): PictureFocus | undefined {
  if (key === 'Home') return MIDDLE
  const way = WAYS[key]
  if (!way) return
  const [x, y] = focus ?? MIDDLE
  const by = shiftKey ? LEAP : STEP
  return [inside(x + way[0] * by), inside(y + way[1] * by)]
}

/** Returns the focal point for a press on a picture. */
export function focusAt(
  { x, y }: { x: number; y: number },
  { left, top, width, height }: { left: number; top: number; width: number; height: number },
): PictureFocus {
  return [inside(((x - left) / width) * 1000), inside(((y - top) / height) * 1000)]
}

function inside(perMille: number): number {
  return Math.min(1000, Math.max(0, Math.round(perMille)))
}

/** `50% from the left, 30% from the top`. */
export function focusInWords(focus: PictureFocus | null): string {
  if (!focus) return 'not set: the middle is kept'
  return `${Math.round(focus[0] / 10)}% from the left, ${Math.round(focus[1] / 10)}% from the top`
}
