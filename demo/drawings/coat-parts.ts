import { type Cloth, fold, piece, shade, stitches } from './cloth.ts'
import { line, moved, points, reflected, type Side, shape } from './geometry.ts'
import { lighter } from './palette.ts'
import { AXIS } from './tailoring.ts'

/** A flap pocket, slightly tilted, on both hips. */
export function pockets(
  cloth: Cloth,
  x: number,
  y: number,
  width: number,
  height: number,
  tilt = 8,
): string {
  const flap = `${x},${y}! ${x + width},${y - tilt}! ${x + width + 2},${y + height - tilt - 6} ${x + width - 8},${y + height - tilt} ${x + 10},${y + height} ${x + 1},${y + height - 6}`
  const one = (side: Side) =>
    piece(shape(side(flap)), cloth, { round: 8, lift: 5 }) +
    stitches(lighter(cloth.colour, 0.22), line(side(moved(flap, 0, -7).slice(2))), 5, 1.3)
  return one(points) + one(reflected)
}

/** A belt round the waist, its own shade beneath it. */
export function waistBelt(cloth: Cloth, y: number, half: number, width = 54): string {
  const band = `${AXIS - half},${y - width / 2}! 600,${y - width / 2 + 14} ${AXIS + half},${y - width / 2}! ${AXIS + half + 2},${y + width / 2}! 600,${y + width / 2 + 14} ${AXIS - half - 2},${y + width / 2}!`
  const thread = lighter(cloth.colour, 0.25)
  const row = (dy: number) =>
    line(`${AXIS - half + 4},${y + dy}! 600,${y + dy + 14} ${AXIS + half - 4},${y + dy}!`)
  return (
    shade(
      `${AXIS - half + 10},${y + width / 2 + 8} 600,${y + width / 2 + 22} ${AXIS + half - 10},${y + width / 2 + 8}`,
      22,
      0.4,
    ) +
    piece(shape(band), cloth, { round: 12, lift: 4 }) +
    stitches(thread, row(-width / 2 + 8), 6, 1.4) +
    stitches(thread, row(width / 2 - 8), 6, 1.4)
  )
}

/** The knot and falling ends of a tied belt. */
export function tie(cloth: Cloth, x: number, y: number, length: number): string {
  const end = (dx: number, reach: number) =>
    `${x - 22 + dx * 0.2},${y}! ${x + 22 + dx * 0.2},${y}! ${x + 30 + dx},${y + reach}! ${x - 26 + dx},${y + reach + 14}! ${x - 20 + dx * 0.5},${y + reach / 2}`
  return [
    piece(shape(end(-46, length)), cloth, {
      round: 10,
      lift: 7,
      inside: fold(
        cloth.colour,
        [
          [x - 8, y],
          [x - 20, y + length / 2],
          [x - 40, y + length],
        ],
        14,
        0.4,
      ),
    }),
    piece(shape(end(30, length * 0.82)), cloth, {
      round: 10,
      lift: 7,
      inside: fold(
        cloth.colour,
        [
          [x + 4, y],
          [x + 10, y + length / 2],
          [x + 26, y + length * 0.8],
        ],
        14,
        0.4,
      ),
    }),
    piece(
      shape(`${x - 40},${y - 34} ${x + 34},${y - 30} ${x + 42},${y + 26} ${x - 32},${y + 34}`),
      cloth,
      {
        round: 13,
        lift: 7,
        inside: fold(
          cloth.colour,
          [
            [x - 30, y - 20],
            [x, y + 6],
            [x + 30, y + 12],
          ],
          12,
          0.4,
        ),
      },
    ),
  ].join('')
}
