import { type Outline, oval, type Point, ribbon } from './geometry.ts'
import { blurred, fill, filtered, shifted, stroke } from './svg.ts'

/** Shoes are drawn in profile, toe to the left, standing on this line. */
export const FLOOR = 1100

/** The second shoe of a pair, a step behind and in the first one's shade. */
export function pair(shoe: string, dx = 96, dy = -62): string {
  const behind = filtered(
    shoe,
    10,
    '<feColorMatrix values="0.8 0 0 0 0 0 0.79 0 0 0 0 0 0.79 0 0 0 0 0 1 0"/>',
  )
  const ground = blurred(fill(oval(600 + dx, FLOOR + dy - 2, 410, 11), '#1c1210', 0.5), 8)
  const shade = blurred(fill(oval(660, FLOOR - 40, 400, 30), '#1c1210', 0.3), 16)
  return shifted(ground, 0, 0) + shifted(behind, dx, dy) + shade + shoe
}

/** Laces crossing an opening: from each eyelet near us over to the far side. */
export function laces(near: readonly Point[], reach: [number, number], colour: string) {
  const [dx, dy] = reach
  return near
    .map(([x, y]) => {
      const path = ribbon(
        [
          [x, y],
          [x + dx * 0.55, y + dy * 0.72],
          [x + dx, y + dy],
        ],
        15,
        17,
        15,
      )
      return filtered(
        fill(path, colour) + stroke(path, '#2a201a', 1.2, 0.35),
        20,
        '<feDropShadow dx="2" dy="4" stdDeviation="3" flood-color="#140b0a" flood-opacity="0.5"/>',
      )
    })
    .join('')
}

/** The thin sole board of a heeled shoe. */
export const board = (outline: Outline, thick = 12) =>
  ribbon(outline, thick * 0.2, thick, thick, thick, thick, thick)

/** Stretches a profile upwards from its standing line: heels are steeper than they are drawn. */
export function posed(shoe: string, wide: number, tall: number, down = 0): string {
  const [dx, dy] = [600 * (1 - wide), FLOOR * (1 - tall) + down]
  return `<g transform="matrix(${wide} 0 0 ${tall} ${dx} ${dy})">${shoe}</g>`
}
