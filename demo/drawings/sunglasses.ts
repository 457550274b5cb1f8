import { gleam, piece } from './cloth.ts'
import { type Point, points, type Side, shape, sides } from './geometry.ts'
import { cast, type Metal, stud } from './hardware.ts'
import { darker, lighter, mix, tones } from './palette.ts'
import type { StillLife } from './photograph.ts'
import { blurred, bounds, clipped, fill, gradient, stroke } from './svg.ts'
import { layered, type Texture } from './texture.ts'

/** A graduated lens: what is behind it shows through at the foot. */
function lens(path: string, top: string, foot: string): string {
  const { x, y, width, height } = bounds(path, 0)
  const tint = gradient(
    [x, y],
    [x, y + height],
    [
      [0, top, 0.97],
      [0.55, mix(top, foot, 0.5), 0.9],
      [1, foot, 0.72],
    ],
  )
  const streak = shape([
    [x + width * 0.16, y + height, true],
    [x + width * 0.42, y, true],
    [x + width * 0.6, y, true],
    [x + width * 0.34, y + height, true],
  ])
  return (
    tint.define +
    fill(path, tint.paint) +
    clipped(
      blurred(fill(streak, '#ffffff', 0.2), 7) +
        blurred(stroke(path, '#0b0808', 16, 0.55), 8) +
        blurred(
          fill(
            shape([
              [x + width * 0.7, y, true],
              [x + width * 0.78, y, true],
              [x + width * 0.54, y + height, true],
              [x + width * 0.46, y + height, true],
            ]),
            '#ffffff',
            0.12,
          ),
          5,
        ),
      path,
    )
  )
}

const arms = (colour: string, y: number, reach: number, width: number) =>
  sides
    .map((at) =>
      piece(
        shape(
          at(
            `${600 + reach},${y - width}! ${600 + reach - 20},${y + width * 0.3} 700,${y + 60} 480,${y + 70}! 480,${y + 70 + width * 0.8}! 700,${y + 60 + width} ${600 + reach - 10},${y + width * 1.6}!`,
          ),
        ),
        { colour, sheen: 1 },
        { round: 6, lift: 3 },
      ),
    )
    .join('')

const tortoise: Texture = (path) => {
  const spots = [
    [300, 640, 70],
    [390, 600, 46],
    [470, 660, 40],
    [250, 720, 40],
    [330, 820, 60],
    [460, 840, 44],
    [540, 680, 40],
    [650, 650, 44],
    [740, 610, 60],
    [860, 630, 50],
    [930, 700, 50],
    [890, 800, 56],
    [760, 850, 50],
    [660, 790, 40],
    [200, 620, 40],
    [1000, 620, 40],
  ] as const
  const blots = spots.map(([x, y, r]) =>
    fill(
      shape(
        `${x - r},${y} ${x - r * 0.3},${y - r * 0.5} ${x + r},${y - r * 0.2} ${x + r * 0.4},${y + r * 0.5} ${x - r * 0.5},${y + r * 0.4}`,
      ),
      '#26120a',
      0.85,
    ),
  )
  return clipped(blurred(blots.join(''), 9), path)
}

function catEye(): StillLife {
  const acetate = { colour: '#8f5522', texture: layered(tortoise), sheen: 1.35 }
  const outer =
    '640,690! 700,640 820,606 940,588 1010,572! 1000,640 980,740 930,830 840,872 740,850 680,790 656,730'
  const inner = '690,700 760,652 860,634 950,640 948,720 900,806 826,836 750,814 706,760'
  return {
    backdrop: { tone: tones.blush, prop: 'plinth', propTone: tones.bone },
    floor: 880,
    product: [
      arms('#3b1f10', 640, 390, 18),
      ...sides.map((at) => lens(shape(at(inner)), '#3a2415', '#b98a5c')),
      ...sides.map((at) => frameOf(shape(at(outer)), shape(at(inner)), acetate)),
      piece(shape('560,688! 600,664 640,688! 656,736! 600,706 544,736!'), acetate, {
        round: 9,
        lift: 4,
      }),
      ...sides.map((at) => gleam(at('700,650 820,618 960,592'), 10, 0.7, 3)),
      ...sides.map((at) => studAt(at, 978, 606)),
    ].join(''),
  }
}

const studAt = (at: Side, x: number, y: number) => {
  const [place = [0, 0]] = at([[x, y]])
  return stud('gold', place[0], place[1], 7)
}

/** A rim: the outer shape with the lens cut out of it. */
function frameOf(outer: string, inner: string, cloth: Parameters<typeof piece>[1]): string {
  const mask = `rim${Math.round(bounds(outer, 0).x)}`
  return (
    `<mask id="${mask}" maskUnits="userSpaceOnUse" x="0" y="0" width="1200" height="1500"><path d="${outer}" fill="#fff" stroke="#fff" stroke-width="40"/><path d="${inner}" fill="#000"/></mask>` +
    `<g mask="url(#${mask})">${piece(outer, cloth, { round: 10, lift: 6 })}</g>` +
    stroke(inner, darker(cloth.colour, 0.7), 2.4, 0.8) +
    `<g transform="translate(1.6 1.8)">${stroke(inner, lighter(cloth.colour, 0.6), 1.6, 0.4)}</g>`
  )
}

function wire(metal: Metal, path: string, width: number): string {
  const tone =
    metal === 'gold' ? ['#6d5020', '#d9b56a', '#fff4d4'] : ['#55595e', '#c9cdd1', '#ffffff']
  return (
    blurred(`<g transform="translate(4 7)">${stroke(path, '#140b0a', width, 0.4)}</g>`, 4) +
    stroke(path, tone[0] ?? '', width, 1) +
    stroke(path, tone[1] ?? '', width * 0.66, 1) +
    `<g transform="translate(${-width * 0.12} ${-width * 0.14})">${stroke(path, tone[2] ?? '', width * 0.24, 0.95)}</g>`
  )
}

function round(): StillLife {
  const rim = (at: Side) => at('900,740 872,832 780,876 688,832 660,740 688,648 780,604 872,648')
  const hinge = (at: Side) => {
    const outline = at('890,676! 986,664 996,678 992,700 896,712!')
    const [from = 0, to = 0] = outline
      .map(([x]) => x)
      .sort((a, b) => a - b)
      .filter((_, index, all) => index % (all.length - 1) === 0)
    return cast('gold', shape(outline), [from, 664], [to, 712])
  }
  const glasses = [
    ...sides.map((at) => wire('gold', pathOf(at('664,776! 650,792 644,780 640,764')), 5)),
    ...sides.map(nosePad),
    ...sides.map((at) => lens(shape(rim(at)), '#43442a', '#8f8f63')),
    ...sides.map((at) => wire('gold', shape(rim(at)), 15)),
    wire('gold', pathOf(points('664,712 636,684 600,674 564,684 536,712')), 13),
    wire('gold', pathOf(points('690,646 600,628 510,646')), 8),
    ...sides.map(hinge),
  ]
  return {
    backdrop: { tone: tones.sage, prop: 'window' },
    distance: 30,
    product: `<g transform="translate(-120 -148) scale(1.2)">${glasses.join('')}</g>`,
  }
}

const pathOf = (outline: readonly Point[]) => shape(outline).replace(/C[^C]*Z$/, '')

const nosePad = (at: Side) =>
  piece(
    shape(at('664,760 682,776 680,824 662,836 652,800')),
    { colour: '#d8c8a8', sheen: 1 },
    { round: 5, lift: 3 },
  )

function oversized(): StillLife {
  const acetate = { colour: '#232327', sheen: 1.5 }
  const outer =
    '640,640! 700,590 820,574 950,580 1016,600! 1010,720 984,850 900,908 780,912 690,880 652,800 640,700'
  const inner = '684,690 720,634 830,618 940,626 968,680 948,810 890,862 790,868 716,842 690,770'
  return {
    backdrop: { tone: tones.champagne, prop: 'plinth', propTone: '#a46a52' },
    floor: 914,
    product: [
      arms('#1a1a1d', 650, 396, 24),
      ...sides.map((at) => lens(shape(at(inner)), '#1c1a1c', '#7a6a62')),
      ...sides.map((at) => frameOf(shape(at(outer)), shape(at(inner)), acetate)),
      piece(shape('556,642! 600,620 644,642! 662,706! 600,668 538,706!'), acetate, {
        round: 9,
        lift: 4,
      }),
      ...sides.map((at) => gleam(at('690,612 820,592 980,606'), 12, 0.7, 4)),
      ...sides.map((at) => gleam(at('1000,640 994,740 970,840'), 8, 0.4, 3)),
      ...sides.map((at) => studAt(at, 986, 634)),
    ].join(''),
  }
}

export const sunglasses = [catEye, round, oversized]
