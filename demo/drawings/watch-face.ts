import { oval, range, shape } from './geometry.ts'
import { cast } from './hardware.ts'
import { darker, lighter } from './palette.ts'
import { blurred, clipped, fill, glow, stroke, turned } from './svg.ts'

/** The middle of every watch. */
export const [CX, CY] = [600, 740]

export function dial(path: string, colour: string, radius: number): string {
  const light = glow([CX - radius * 0.4, CY - radius * 0.5], radius * 2, [
    [0, lighter(colour, 0.4)],
    [0.5, colour],
    [1, darker(colour, 0.4)],
  ])
  return (
    light.define +
    fill(path, light.paint) +
    clipped(blurred(stroke(path, '#140b0a', 20, 0.5), 9), path)
  )
}

export function hands(colour: string, long: number, hour = 305, minute = 52): string {
  const hand = (angle: number, length: number, width: number) =>
    turned(
      fill(
        shape(
          `${CX - width},${CY + 20}! ${CX + width},${CY + 20}! ${CX + width * 0.7},${CY - length * 0.9}! ${CX},${CY - length}! ${CX - width * 0.7},${CY - length * 0.9}!`,
        ),
        colour,
      ),
      angle,
      CX,
      CY,
    )
  const both = hand(hour, long * 0.62, 5) + hand(minute, long * 0.95, 4)
  return (
    blurred(
      `<g transform="translate(4 6)">${both.replaceAll(`fill="${colour}"`, 'fill="#140b0a" opacity="0.4"')}</g>`,
      2.5,
    ) +
    both +
    cast('gold', oval(CX, CY, 9), [CX - 9, CY - 9], [CX + 9, CY + 9], 2)
  )
}

export const marks = (radius: number, colour: string, length: number, width: number, every = 30) =>
  range(360 / every)
    .map((index) =>
      turned(
        stroke(
          `M${CX} ${CY - radius}L${CX} ${CY - radius + length}`,
          colour,
          width,
          1,
          'style="stroke-linecap:butt"',
        ),
        index * every,
        CX,
        CY,
      ),
    )
    .join('')

export const crystal = (path: string, radius: number) =>
  clipped(
    blurred(
      fill(
        shape([
          [CX - radius, CY + radius * 0.5, true],
          [CX + radius * 0.2, CY - radius, true],
          [CX + radius * 0.6, CY - radius, true],
          [CX - radius * 0.7, CY + radius, true],
        ]),
        '#ffffff',
        0.2,
      ),
      8,
    ),
    path,
  )
