import { folds } from './cloth.ts'
import { type Outline, type Point, points, range, reflected, seeded, shape } from './geometry.ts'

type Hem = { half: number; y: number; waves: number; depth: number }

/**
 * A garment written as its right side, from the top of the axis to the hem, closed by a hem that
 * undulates.
 */
export function hanging(right: Outline, { half, y, waves, depth }: Hem): string {
  const side = points(right)
  const random = seeded(half + y)
  const hem = range(waves * 2 - 1).map((index): Point => {
    const step = (index + 1 + (random() - 0.5) * 0.9) / (waves * 2)
    const x = half * (1 - step * 2)
    const sag = Math.sqrt(Math.max(0, 1 - (x / half) ** 2)) * depth
    const swing = (index % 2 === 0 ? 0.45 : -0.35) * depth * (0.4 + random())
    return [600 + x, y + sag + swing]
  })
  const left = reflected(side.filter(([x]) => x !== 600)).reverse()
  return shape([...side, [600 + half, y, true], ...hem, [600 - half, y, true], ...left])
}

type Fall = {
  top: number
  foot: number
  topHalf: number
  footHalf: number
  count: number
  width: number
  depth?: number
  seed?: number
}

/** Folds that fall from a waist and spread towards the hem, none quite like its neighbour. */
export function falling(colour: string, fall: Fall): string {
  const { top, foot, topHalf, footHalf, count, width, depth = 0.45, seed = 1 } = fall
  const random = seeded(seed)
  const lines = range(count).map((index) => {
    const place = ((index + 0.5 + (random() - 0.5) * 0.5) / count) * 2 - 1
    const start = top + random() * (foot - top) * 0.18
    const middle = (start + foot) / 2
    const x = (share: number) => 600 + place * (topHalf + (footHalf - topHalf) * share)
    const sway = (random() - 0.5) * width
    return {
      outline: [
        [x(0), start],
        [x(0.4) + sway, middle],
        [x(1), foot + 20],
      ] as Point[],
      width: width * (0.6 + random() * 0.8),
    }
  })
  return folds(colour, lines, depth)
}

/** Short folds running in from a gathered seam. */
export function gathers(
  colour: string,
  {
    y,
    half,
    length,
    count,
    width,
    depth = 0.5,
    spread = 1.15,
    seed = 2,
  }: {
    y: number
    half: number
    length: number
    count: number
    width: number
    depth?: number
    spread?: number
    seed?: number
  },
): string {
  const random = seeded(seed)
  const lines = range(count).map((index) => {
    const x = -half + ((index + 0.5) / count) * half * 2
    const reach = length * (0.5 + random() * 0.7)
    // Tapering starts at the free end: the fold is deepest at the seam.
    return {
      outline: [
        [600 + x * spread, y + reach],
        [600 + x, y],
      ] as Point[],
      width: width * (0.7 + random() * 0.6),
    }
  })
  return folds(colour, lines, depth)
}
