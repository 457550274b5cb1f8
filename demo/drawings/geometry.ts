/** A point on an outline; a sharp one breaks the curve. */
export type Point = readonly [x: number, y: number, sharp?: boolean]

/**
 * Outlines are written as `'100,200 140,260! …'`; `!` marks a corner, the rest is one smooth curve.
 */
export type Outline = string | readonly Point[]

type Spot = { x: number; y: number; angle: number }

export function points(outline: Outline): readonly Point[] {
  if (typeof outline !== 'string') return outline
  return outline
    .trim()
    .split(/\s+/)
    .map((pair) => {
      const [x = 0, y = 0] = pair.replace('!', '').split(',').map(Number)
      return [x, y, pair.endsWith('!')]
    })
}

/** Writes the right half once, from the top of the axis to its foot; the left half follows. */
export function mirrored(half: Outline, axis = 600): Point[] {
  const right = points(half)
  const left = right.filter(([x]) => x !== axis).map(flip(axis))
  return [...right, ...left.reverse()]
}

/** The same outline on the other side of the axis. */
export function reflected(outline: Outline, axis = 600): Point[] {
  return points(outline).map(flip(axis))
}

/** Where something lies that a body has twice: as drawn, or on the other side of the middle. */
export type Side = (outline: Outline) => readonly Point[]
export const sides: readonly Side[] = [points, reflected]

const flip =
  (axis: number) =>
  ([x, y, sharp = false]: Point): Point => [2 * axis - x, y, sharp]

/** Moves and turns an outline. */
export function moved(outline: Outline, dx: number, dy: number): Point[] {
  return points(outline).map(([x, y, sharp = false]) => [x + dx, y + dy, sharp])
}

/** A closed outline as path data. */
export function shape(outline: Outline): string {
  return `${path(points(outline), true)}Z`
}

/** An open stroke as path data. */
export function line(outline: Outline): string {
  return path(points(outline), false)
}

export function oval(cx: number, cy: number, rx: number, ry = rx): string {
  const [kx, ky] = [rx * 0.5523, ry * 0.5523]
  const [left, right, top, foot] = [cx - rx, cx + rx, cy - ry, cy + ry]
  return (
    `M${left} ${cy}C${left} ${cy - ky} ${cx - kx} ${top} ${cx} ${top}` +
    `C${cx + kx} ${top} ${right} ${cy - ky} ${right} ${cy}` +
    `C${right} ${cy + ky} ${cx + kx} ${foot} ${cx} ${foot}` +
    `C${cx - kx} ${foot} ${left} ${cy + ky} ${left} ${cy}Z`
  )
}

export function box(x: number, y: number, width: number, height: number, radius = 0): string {
  const r = Math.min(radius, width / 2, height / 2)
  const [right, foot] = [x + width, y + height]
  const k = r * 0.45
  return [
    `M${x + r} ${y}L${right - r} ${y}C${right - k} ${y} ${right} ${y + k} ${right} ${y + r}`,
    `L${right} ${foot - r}C${right} ${foot - k} ${right - k} ${foot} ${right - r} ${foot}`,
    `L${x + r} ${foot}C${x + k} ${foot} ${x} ${foot - k} ${x} ${foot - r}`,
    `L${x} ${y + r}C${x} ${y + k} ${x + k} ${y} ${x + r} ${y}Z`,
  ].join('')
}

/** Points at even steps along a curve, each with the direction there in degrees. */
export function along(outline: Outline, step: number, closed = false): Spot[] {
  const fine = flatten(outline, closed)
  const spots: Spot[] = []
  let travelled = 0
  let next = 0
  for (let index = 1; index < fine.length; index++) {
    const [x0, y0] = fine[index - 1] ?? [0, 0]
    const [x1, y1] = fine[index] ?? [0, 0]
    const length = Math.hypot(x1 - x0, y1 - y0)
    while (length > 0 && next <= travelled + length) {
      const t = (next - travelled) / length
      const angle = (Math.atan2(y1 - y0, x1 - x0) * 180) / Math.PI
      spots.push({ x: x0 + (x1 - x0) * t, y: y0 + (y1 - y0) * t, angle })
      next += step
    }
    travelled += length
  }
  return spots
}

/** A band along a curve; its width runs evenly through the given widths. */
export function ribbon(outline: Outline, ...widths: number[]): string {
  const spots = along(outline, 8)
  const sides = spots.map(({ x, y, angle }, index) => {
    const place = (index / Math.max(1, spots.length - 1)) * (widths.length - 1)
    const from = widths[Math.floor(place)] ?? 0
    const to = widths[Math.ceil(place)] ?? from
    const half = (from + (to - from) * (place % 1)) / 2
    const normal = ((angle + 90) * Math.PI) / 180
    return [x, y, Math.cos(normal) * half, Math.sin(normal) * half] as const
  })
  const near = sides.map(([x, y, nx, ny]) => `${round(x + nx)} ${round(y + ny)}`)
  const far = sides.map(([x, y, nx, ny]) => `${round(x - nx)} ${round(y - ny)}`)
  return `M${[...near, ...far.reverse()].join('L')}Z`
}

/** The same numbers every time for the same seed, between 0 and 1. */
export function seeded(seed: number): () => number {
  let state = seed * 2654435761
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

export const range = (count: number) => Array.from({ length: count }, (_, index) => index)

const round = (value: number) => Math.round(value * 10) / 10

type Segment = readonly [from: Point, fromHandle: Point, toHandle: Point, to: Point]

function segments(ring: readonly Point[], closed: boolean): Segment[] {
  const count = ring.length
  const last = closed ? count : count - 1
  const pick = (index: number) => (closed ? ring[(index + count) % count] : ring[index])
  return range(last).map((index) => {
    const from = pick(index) ?? [0, 0]
    const to = pick(index + 1) ?? from
    const out = handle(from, pick(index - 1), to, 1)
    const into = handle(to, from, pick(index + 2), -1)
    return [from, out ?? into ?? from, into ?? out ?? to, to]

    function handle(at: Point, before?: Point, after?: Point, way = 1): Point | undefined {
      if (at[2] || !before || !after) return undefined
      const [dx, dy] = [after[0] - before[0], after[1] - before[1]]
      const reach =
        (Math.hypot(to[0] - from[0], to[1] - from[1]) * 0.36) / (Math.hypot(dx, dy) || 1)
      return [at[0] + dx * reach * way, at[1] + dy * reach * way]
    }
  })
}

function path(ring: readonly Point[], closed: boolean): string {
  const start = ring[0] ?? [0, 0]
  const curves = segments(ring, closed).map(
    ([from, out, into, to]) =>
      `C${[out === from ? from : out, into, to].map(([x, y]) => `${round(x)} ${round(y)}`).join(' ')}`,
  )
  return `M${start[0]} ${start[1]}${curves.join('')}`
}

function flatten(outline: Outline, closed: boolean): (readonly [number, number])[] {
  return segments(points(outline), closed).flatMap(([a, b, c, d]) =>
    range(25).map((step) => {
      const t = step / 24
      const bend = (index: 0 | 1) =>
        a[index] * (1 - t) ** 3 +
        3 * b[index] * t * (1 - t) ** 2 +
        3 * c[index] * t ** 2 * (1 - t) +
        d[index] * t ** 3
      return [bend(0), bend(1)] as const
    }),
  )
}
