import { line, type Outline, ribbon } from './geometry.ts'
import { darker, lighter } from './palette.ts'
import { blurred, bounds, clipped, fill, filtered, gradient, stroke } from './svg.ts'
import { plain, type Texture } from './texture.ts'

export type Cloth = {
  colour: string
  texture?: Texture
  /** How strongly light and shade model it: satin and patent 1 and more, suede 0.6. */
  sheen?: number
}

type Cut = {
  /** How far in, in px, the edge turns away from the light. */
  round?: number
  /** How far, in px, it stands off what lies beneath. */
  lift?: number
  /** Folds, prints, seams and highlights, kept within the outline. */
  inside?: string
}

/**
 * One cut piece of cloth, leather or metal: coloured, textured, rounded and lit from the upper
 * left.
 */
export function piece(
  path: string,
  { colour, texture = plain, sheen = 0.8 }: Cloth,
  { round = 16, lift = 0, inside = '' }: Cut = {},
): string {
  const { x, y, width, height } = bounds(path, 0)
  const falloff = gradient(
    [x, y],
    [x + width * 0.9, y + height],
    [
      [0, lighter(colour, 0.8), 0.16 * sheen],
      [0.45, colour, 0],
      [1, darker(colour, 0.8), 0.3 * sheen],
    ],
  )
  const flat = clipped(
    fill(path, colour) + texture(path) + falloff.define + fill(path, falloff.paint) + inside,
    path,
  )
  const edge = stroke(path, darker(colour, 0.7), 1.6, 0.45)
  return filtered(
    flat + edge,
    Math.max(round * 3.2, lift * 4) + 4,
    rounding(colour, round, sheen) + (lift > 0 ? lifting(lift) : ''),
  )
}

function rounding(colour: string, round: number, sheen: number): string {
  const tint = (from: string, paint: string, opacity: number, result: string) =>
    `<feFlood flood-color="${paint}" flood-opacity="${opacity}"/>` +
    `<feComposite in2="${from}" operator="in"/>` +
    `<feComposite in2="SourceAlpha" operator="in" result="${result}"/>`
  return (
    `<feColorMatrix in="SourceAlpha" values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 -1 1" result="out"/>` +
    `<feGaussianBlur in="out" stdDeviation="${round}"/>` +
    `<feOffset dx="${-round * 0.55}" dy="${-round * 0.6}" result="away"/>` +
    tint('away', darker(colour, 0.78), Math.min(0.95, 0.72 * sheen), 'shade') +
    `<feGaussianBlur in="out" stdDeviation="${round * 0.5}"/>` +
    `<feOffset dx="${round * 0.4}" dy="${round * 0.45}" result="toward"/>` +
    tint('toward', lighter(colour, 0.75), Math.min(0.8, 0.36 * sheen), 'light') +
    `<feMerge result="body"><feMergeNode in="SourceGraphic"/><feMergeNode in="light"/>` +
    `<feMergeNode in="shade"/></feMerge>`
  )
}

const lifting = (lift: number) =>
  `<feGaussianBlur in="SourceAlpha" stdDeviation="${lift}"/>` +
  `<feOffset dx="${lift * 0.7}" dy="${lift * 0.9}"/>` +
  `<feColorMatrix values="0 0 0 0 0.07 0 0 0 0 0.04 0 0 0 0 0.04 0 0 0 0.5 0" result="drop"/>` +
  `<feMerge><feMergeNode in="drop"/><feMergeNode in="body"/></feMerge>`

/** A fold: a soft valley with a lit ridge on its light side, tapering to nothing at both ends. */
export function fold(colour: string, outline: Outline, width: number, depth = 0.5): string {
  const valley = ribbon(outline, 0, width * 0.8, width, width * 0.7, 0)
  const crease = ribbon(outline, 0, width * 0.16, width * 0.26, width * 0.16, 0)
  const ridge = ribbon(outline, 0, width * 0.6, width * 0.8, 0)
  const by = width * 0.75
  return (
    blurred(
      `<g transform="translate(${-by} ${-by * 0.3})">${fill(ridge, lighter(colour, 0.6), depth * 0.7)}</g>`,
      width * 0.34,
    ) +
    blurred(fill(valley, darker(colour, 0.66), depth * 0.8), width * 0.27) +
    blurred(fill(crease, darker(colour, 0.8), depth * 0.6), width * 0.09)
  )
}

/**
 * Many folds of one cloth in three blurs only, for skirts and drapery; they open towards their end.
 */
export function folds(
  colour: string,
  lines: readonly { outline: Outline; width: number }[],
  depth = 0.5,
): string {
  const mean = lines.reduce((sum, { width }) => sum + width, 0) / Math.max(1, lines.length)
  const layer = (paint: string, by: number, blur: number, opacity: number, shares: number[]) => {
    const bands = lines.map(({ outline, width }) => {
      const path = fill(ribbon(outline, ...shares.map((share) => share * width)), paint)
      return `<g transform="translate(${by * width} 0)">${path}</g>`
    })
    return blurred(bands.join(''), mean * blur, `opacity="${opacity}"`)
  }
  return (
    layer(lighter(colour, 0.6), -0.95, 0.3, depth * 0.8, [0, 0.6, 0.9]) +
    layer(darker(colour, 0.62), 0, 0.26, depth * 0.9, [0, 0.8, 1]) +
    layer(darker(colour, 0.8), 0.22, 0.07, depth * 0.55, [0, 0.16, 0.22])
  )
}

/** A streak of reflected light, soft at its rim. */
export function gleam(outline: Outline, width: number, strength = 0.6, soft = width * 0.3): string {
  return blurred(
    fill(ribbon(outline, 0, width * 0.7, width, width * 0.6, 0), '#fffaf0', strength),
    soft,
  )
}

/** A soft dark streak: the shade one part throws on another. */
export function shade(
  outline: Outline,
  width: number,
  strength = 0.4,
  soft = width * 0.35,
): string {
  return blurred(stroke(line(outline), '#140b0a', width, strength), soft)
}

/** A seam: a pressed-in line with light on its far lip. */
export function seam(colour: string, outline: Outline, width = 2): string {
  const path = line(outline)
  return (
    `<g transform="translate(${width * 0.8} ${width * 0.8})">${stroke(path, lighter(colour, 0.5), width, 0.4)}</g>` +
    blurred(stroke(path, darker(colour, 0.7), width * 2.4, 0.35), width * 1.4) +
    stroke(path, darker(colour, 0.75), width, 0.75)
  )
}

/** A row of stitches along a curve, thread over its own small shadow. */
export function stitches(thread: string, path: string, length = 9, width = 2.6): string {
  const dashes = `stroke-dasharray="${length} ${length * 0.62}"`
  return (
    `<g transform="translate(1 1.6)">${stroke(path, '#140b0a', width, 0.4, dashes)}</g>` +
    stroke(path, thread, width, 0.95, dashes)
  )
}

/** A strap, cord or handle of even width along a curve. */
export function strap(cloth: Cloth, outline: Outline, width: number, lift = 5): string {
  return piece(ribbon(outline, width, width), cloth, { round: width * 0.3, lift })
}
