import { along, box, line, type Outline, oval } from './geometry.ts'
import { darker, lighter, tones } from './palette.ts'
import { fill, filtered, glow, gradient, stroke, turned } from './svg.ts'

export type Metal = keyof typeof metals

const metals = {
  gold: ['#6b4a1c', '#d9b56a', '#fff3cf', '#a87a35', '#f0d899', '#5d3f18'],
  steel: ['#55595e', '#c9cdd1', '#ffffff', '#84898f', '#e4e6e8', '#4a4e53'],
  dark: ['#0f0f12', '#4c4c54', '#9b9ba4', '#26262b', '#65656d', '#0d0d10'],
} as const

/** The band of reflections that makes a plane look like polished metal. */
export function polished(metal: Metal, from: [number, number], to: [number, number]) {
  const [edge, body, flash, dusk, back, rim] = metals[metal]
  return gradient(from, to, [
    [0, edge],
    [0.16, body],
    [0.3, flash],
    [0.46, body],
    [0.62, dusk],
    [0.8, back],
    [1, rim],
  ])
}

/** A metal part of any outline. `even-odd` outlines make frames and rings. */
export function cast(
  metal: Metal,
  path: string,
  from: [number, number],
  to: [number, number],
  lift = 3,
) {
  const reflection = polished(metal, from, to)
  const content =
    `${reflection.define}<path d="${path}" fill="${reflection.paint}" fill-rule="evenodd"/>` +
    `<path d="${path}" fill="none" stroke="${metals[metal][0]}" stroke-width="1.2" opacity="0.7"/>`
  return filtered(
    content,
    lift * 4 + 6,
    `<feGaussianBlur in="SourceAlpha" stdDeviation="1.6" result="bump"/>` +
      `<feSpecularLighting in="bump" surfaceScale="3" specularConstant="0.7" specularExponent="18" lighting-color="#fff" result="spark">` +
      `<feDistantLight azimuth="225" elevation="48"/></feSpecularLighting>` +
      `<feComposite in="spark" in2="SourceAlpha" operator="in" result="onit"/>` +
      `<feGaussianBlur in="SourceAlpha" stdDeviation="${lift}"/><feOffset dx="${lift * 0.7}" dy="${lift}"/>` +
      `<feColorMatrix values="0 0 0 0 0.06 0 0 0 0 0.03 0 0 0 0 0.02 0 0 0 0.55 0" result="drop"/>` +
      `<feMerge><feMergeNode in="drop"/><feMergeNode in="SourceGraphic"/><feMergeNode in="onit"/></feMerge>`,
  )
}

/** A bar, plate or frame side with rounded corners. */
export function plate(
  metal: Metal,
  x: number,
  y: number,
  width: number,
  height: number,
  radius = 6,
) {
  return cast(metal, box(x, y, width, height, radius), [x, y], [x + width, y + height])
}

export function ring(metal: Metal, cx: number, cy: number, rx: number, thick: number, ry = rx) {
  const path = oval(cx, cy, rx, ry) + oval(cx, cy, rx - thick, ry - thick)
  return cast(metal, path, [cx - rx, cy - ry], [cx + rx, cy + ry])
}

/** A squared frame: strap loops and buckles. */
export function frame(
  metal: Metal,
  x: number,
  y: number,
  width: number,
  height: number,
  thick: number,
) {
  const hole = box(x + thick, y + thick, width - thick * 2, height - thick * 2, thick * 0.7)
  return cast(metal, box(x, y, width, height, thick * 1.4) + hole, [x, y], [x + width, y + height])
}

/** A pin buckle around (cx, cy), strap running up and down unless turned. */
export function buckle(
  metal: Metal,
  cx: number,
  cy: number,
  width: number,
  height: number,
  angle = 0,
) {
  const thick = Math.max(5, width * 0.11)
  const pin = plate(
    metal,
    cx - thick * 0.45,
    cy - height / 2 + 1,
    thick * 0.9,
    height * 0.98,
    thick / 2,
  )
  return turned(
    frame(metal, cx - width / 2, cy - height / 2, width, height, thick) + pin,
    angle,
    cx,
    cy,
  )
}

/** A small domed head: rivets, studs and snaps. */
export function stud(metal: Metal, cx: number, cy: number, radius: number) {
  const [edge, body, flash, dusk] = metals[metal]
  const dome = glow([cx - radius * 0.35, cy - radius * 0.4], radius * 1.5, [
    [0, flash],
    [0.3, body],
    [0.7, dusk],
    [1, edge],
  ])
  const head = dome.define + fill(oval(cx, cy, radius), dome.paint)
  return filtered(
    head + stroke(oval(cx, cy, radius), edge, 1.2, 0.7),
    14,
    `<feDropShadow dx="1.6" dy="2.6" stdDeviation="2" flood-color="#120a08" flood-opacity="0.55"/>`,
  )
}

/** A chain of flat links, every other one seen on edge. */
export function chain(metal: Metal, outline: Outline, link = 26) {
  return along(outline, link * 0.72)
    .map(({ x, y, angle }, index) => {
      const part =
        index % 2 === 0
          ? ring(metal, x, y, link * 0.58, link * 0.17, link * 0.36)
          : plate(metal, x - link * 0.5, y - link * 0.11, link, link * 0.22, link * 0.11)
      return turned(part, angle, x, y)
    })
    .join('')
}

/** A closed zip: tape, teeth and the groove between them. */
export function zip(metal: Metal, outline: Outline, tape: string, width = 20) {
  const path = line(outline)
  return (
    stroke(path, darker(tape, 0.55), width, 1) +
    stroke(path, tape, width * 0.82, 1) +
    stroke(path, metals[metal][0], width * 0.42, 1) +
    stroke(
      path,
      metals[metal][1],
      width * 0.4,
      1,
      'stroke-dasharray="3.2 3.6" style="stroke-linecap:butt"',
    ) +
    stroke(path, metals[metal][0], 1.4, 0.9)
  )
}

/** A zip slider with its pull hanging down. */
export function pull(metal: Metal, x: number, y: number, length = 54, angle = 0) {
  const parts = plate(metal, x - 8, y - 12, 16, 24, 6) + plate(metal, x - 6, y + 10, 12, length, 6)
  return turned(parts, angle, x, y)
}

/** A sewn button with four holes. */
export function button(cx: number, cy: number, radius: number, colour: string = tones.chocolate) {
  const bowl = gradient(
    [cx - radius, cy - radius],
    [cx + radius, cy + radius],
    [
      [0, lighter(colour, 0.45)],
      [0.5, colour],
      [1, darker(colour, 0.5)],
    ],
  )
  const hole = (dx: number, dy: number) =>
    fill(oval(cx + dx * radius, cy + dy * radius, radius * 0.11), darker(colour, 0.8))
  const face =
    bowl.define +
    fill(oval(cx, cy, radius), bowl.paint) +
    stroke(oval(cx, cy, radius), darker(colour, 0.7), 1.2, 0.7) +
    stroke(oval(cx, cy, radius * 0.68), darker(colour, 0.6), radius * 0.09, 0.55) +
    [hole(-0.22, -0.22), hole(0.22, -0.22), hole(-0.22, 0.22), hole(0.22, 0.22)].join('')
  return filtered(
    face,
    20,
    `<feDropShadow dx="2" dy="3.5" stdDeviation="2.6" flood-color="#120a08" flood-opacity="0.55"/>`,
  )
}
