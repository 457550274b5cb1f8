import { box, oval, shape } from './geometry.ts'
import { darker, paler } from './palette.ts'
import { blurred, clipped, fill, glow, gradient, stroke } from './svg.ts'

export type Backdrop = {
  /** The colour of the seamless paper. */
  tone: string
  /** What shares the stage with the product. */
  prop?: 'plinth' | 'drum' | 'arch' | 'disc' | 'window' | undefined
  /** A second paper for the prop; the same tone when absent. */
  propTone?: string
}

const frame = 'M0 0L1200 0L1200 1500L0 1500Z'

/**
 * A sheet of seamless paper with light from the upper left; `floor` is where the product stands.
 */
export function backdrop({ tone, prop, propTone = tone }: Backdrop, floor?: number): string {
  const lamp = glow([300, 260], 1450, [
    [0, paler(tone, 0.26), 0.6],
    [0.35, paler(tone, 0.14), 0.34],
    [0.6, tone, 0.1],
    [1, darker(tone, 0.45), 0.4],
  ])
  const wall = fill(frame, tone) + (floor ? sweep(tone, floor) : '')
  return wall + props(prop, propTone, floor) + lamp.define + fill(frame, lamp.paint)
}

/** Where wall turns into floor: no line, only light. */
function sweep(tone: string, floor: number): string {
  const turn = gradient(
    [0, floor - 420],
    [0, 1500],
    [
      [0, darker(tone, 0.4), 0],
      [0.34, darker(tone, 0.4), 0.24],
      [0.56, paler(tone, 0.3), 0.12],
      [0.75, paler(tone, 0.5), 0.5],
      [1, paler(tone, 0.3), 0.2],
    ],
  )
  return turn.define + fill(frame, turn.paint)
}

function props(prop: Backdrop['prop'], tone: string, floor?: number): string {
  if (prop === 'plinth') return plinth(tone, floor ?? 1250)
  if (prop === 'drum') return drum(tone, floor ?? 1250)
  if (prop === 'arch') return arch(tone, floor)
  if (prop === 'disc') return disc(tone)
  if (prop === 'window') return windowLight(tone)
  return ''
}

function plinth(tone: string, floor: number): string {
  const [back, front] = [floor - 74, floor + 66]
  const top = shape(`170,${back}! 1030,${back}! 1110,${front}! 90,${front}!`)
  const face = box(90, front, 1020, 1520 - front)
  const light = gradient(
    [90, 0],
    [1110, 0],
    [
      [0, paler(tone, 0.18)],
      [0.6, darker(tone, 0.1)],
      [1, darker(tone, 0.26)],
    ],
  )
  return (
    blurred(fill(box(200, front - 30, 1100, 500), darker(tone, 0.7), 0.4), 40) +
    fill(top, paler(tone, 0.34)) +
    light.define +
    fill(face, light.paint) +
    stroke(`M90 ${front}L1110 ${front}`, paler(tone, 0.6), 3, 0.7)
  )
}

function drum(tone: string, floor: number): string {
  const top = oval(600, floor, 500, 84)
  const body = `M100 ${floor}L100 1520L1100 1520L1100 ${floor}Z`
  const light = gradient(
    [100, 0],
    [1100, 0],
    [
      [0, darker(tone, 0.06)],
      [0.24, paler(tone, 0.24)],
      [0.62, darker(tone, 0.14)],
      [1, darker(tone, 0.42)],
    ],
  )
  return (
    blurred(fill(box(260, floor - 10, 1000, 560), darker(tone, 0.7), 0.4), 46) +
    light.define +
    fill(body, light.paint) +
    fill(top, paler(tone, 0.36)) +
    stroke(top, paler(tone, 0.6), 2, 0.5)
  )
}

/**
 * A panel with a round head, standing behind the product or, without a floor, a niche in the wall.
 */
function arch(tone: string, floor: number | undefined): string {
  const foot = floor ? floor - 76 : 1520
  const reveal = `M190 ${foot}L190 640C190 400 372 200 600 200C828 200 1010 400 1010 640L1010 ${foot}`
  const panel = `${reveal}Z`
  if (!floor) {
    const depth = stroke(reveal, darker(tone, 0.75), 74, 0.5)
    return (
      fill(panel, darker(tone, 0.1)) +
      clipped(blurred(`<g transform="translate(36 44)">${depth}</g>`, 30), panel) +
      stroke(reveal, paler(tone, 0.7), 2.5, 0.6)
    )
  }
  const thickness = fill(panel, darker(tone, 0.34))
  return (
    blurred(`<g transform="translate(60 30)">${fill(panel, darker(tone, 0.75), 0.3)}</g>`, 36) +
    blurred(fill(box(190, foot - 8, 850, 16), darker(tone, 0.8), 0.5), 8) +
    `<g transform="translate(16 -3)">${thickness}</g>` +
    fill(panel, tone) +
    stroke(reveal, paler(tone, 0.6), 2, 0.6)
  )
}

function disc(tone: string): string {
  return (
    fill(oval(690, 560, 400), tone) + blurred(fill(oval(760, 640, 330), darker(tone, 0.4), 0.1), 60)
  )
}

/** Low sun through a window: two slanted panes of light on the wall. */
function windowLight(tone: string): string {
  const pane = (x: number, y: number) =>
    shape(`${x},${y}! ${x + 250},${y - 70}! ${x + 470},${y + 560}! ${x + 210},${y + 640}!`)
  const panes = [pane(130, 190), pane(410, 112), pane(372, 860), pane(648, 780)]
  return blurred(panes.map((path) => fill(path, paler(tone, 0.85), 0.42)).join(''), 13)
}
