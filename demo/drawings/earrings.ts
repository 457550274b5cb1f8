import { gleam, piece } from './cloth.ts'
import { oval, range, shape } from './geometry.ts'
import { cast, ring, stud } from './hardware.ts'
import { darker, tones } from './palette.ts'
import type { StillLife } from './photograph.ts'
import { blurred, clipped, fill, glow, shifted, stroke } from './svg.ts'

/** A polished tube bent along a path: dark rims, body, two lines of reflected light. */
function tube(path: string, width: number): string {
  const at = (
    dx: number,
    dy: number,
    colour: string,
    share: number,
    opacity: number,
    blur: number,
  ) =>
    blurred(
      `<g transform="translate(${dx * width} ${dy * width})">${stroke(path, colour, width * share, opacity)}</g>`,
      blur,
    )
  return (
    at(0.1, 0.14, '#140b0a', 1, 0.3, 6) +
    stroke(path, '#5d3f18', width, 1) +
    at(0, 0, '#a97c36', 0.82, 1, width * 0.05) +
    at(-0.08, -0.1, '#d8b46a', 0.56, 1, width * 0.07) +
    at(-0.14, -0.17, '#fff1c8', 0.2, 0.95, width * 0.045) +
    at(0.22, 0.24, '#f1d596', 0.1, 0.75, width * 0.04)
  )
}

function hoops(): StillLife {
  const hoop = (x: number, y: number) => {
    const path = `M${x - 24} ${y - 186}C${x - 150} ${y - 176} ${x - 196} ${y - 70} ${x - 186} ${y + 20}C${x - 176} ${y + 130} ${x - 90} ${y + 206} ${x + 6} ${y + 206}C${x + 116} ${y + 206} ${x + 186} ${y + 110} ${x + 186} ${y + 10}C${x + 186} ${y - 80} ${x + 130} ${y - 164} ${x + 54} ${y - 184}`
    return (
      stroke(
        `M${x + 54} ${y - 184}C${x + 30} ${y - 208} ${x - 4} ${y - 206} ${x - 24} ${y - 186}`,
        '#b08a45',
        7,
        1,
      ) +
      tube(path, 66) +
      gleam(
        [
          [x - 150, y - 90],
          [x - 168, y + 10],
          [x - 130, y + 110],
        ],
        14,
        0.85,
        5,
      )
    )
  }
  return {
    backdrop: { tone: tones.sage, prop: 'window' },
    distance: 20,
    product: hoop(396, 640) + hoop(796, 860),
  }
}

function pearl(x: number, y: number, form: string, tint: string): string {
  const path = shape(form)
  const body = glow([x - 34, y - 46], 190, [
    [0, '#ffffff'],
    [0.22, '#f7efe4'],
    [0.55, '#dccbbb'],
    [0.8, tint],
    [1, darker(tint, 0.42)],
  ])
  return (
    body.define +
    blurred(`<g transform="translate(8 12)">${fill(path, '#140b0a', 0.35)}</g>`, 9) +
    fill(path, body.paint) +
    clipped(
      blurred(stroke(path, '#6d5549', 34, 0.5), 16) +
        blurred(`<g transform="translate(-14 -18)">${stroke(path, '#e9b9a8', 16, 0.5)}</g>`, 12) +
        blurred(fill(oval(x - 36, y - 50, 26, 18), '#ffffff', 0.95), 8) +
        blurred(fill(oval(x + 40, y + 62, 36, 16), '#fff4e6', 0.6), 12) +
        blurred(fill(oval(x + 10, y + 6, 44, 14), '#c9d2cf', 0.35), 12),
      path,
    )
  )
}

function pearls(): StillLife {
  const drop = (dx: number, dy: number, form: string, tint: string) => {
    const [x, y] = [600 + dx, 860 + dy]
    return [
      stud('gold', x, y - 420, 34),
      gleam(
        [
          [x - 16, y - 436],
          [x - 4, y - 444],
        ],
        12,
        0.8,
        4,
      ),
      ...range(5).map((index) => ring('gold', x, y - 366 + index * 42, index % 2 ? 8 : 13, 4, 24)),
      cast(
        'gold',
        shape(
          `${x - 16},${y - 176} ${x},${y - 192} ${x + 16},${y - 176} ${x + 40},${y - 124}! ${x},${y - 112} ${x - 40},${y - 124}!`,
        ),
        [x - 40, y - 190],
        [x + 40, y - 110],
      ),
      pearl(x, y, form, tint),
      cast(
        'gold',
        shape(
          `${x - 40},${y - 128} ${x},${y - 116} ${x + 40},${y - 128}! ${x + 36},${y - 104}! ${x},${y - 96} ${x - 36},${y - 104}!`,
        ),
        [x - 40, y - 128],
        [x + 40, y - 100],
        2,
      ),
    ].join('')
  }
  const left = '420,740 470,780 524,860 520,950 460,1006 384,1000 326,940 330,850 372,780'
  const right = '780,760 826,800 872,880 886,970 826,1034 744,1024 690,960 694,870 734,800'
  return {
    backdrop: { tone: '#5f3036', prop: 'disc', propTone: '#6d3b40' },
    distance: 26,
    product: drop(-176, 8, left, '#b9a294') + drop(186, 28, right, '#b59d92'),
  }
}

function discs(): StillLife {
  const enamel = { colour: tones.olive, sheen: 1.4 }
  const disc = (x: number, y: number, radius: number, filled: boolean) =>
    cast('gold', oval(x, y, radius), [x - radius, y - radius], [x + radius, y + radius], 6) +
    (filled
      ? piece(oval(x, y, radius - 12), enamel, {
          round: 14,
          inside: gleam(
            [
              [x - radius * 0.5, y - radius * 0.1],
              [x - radius * 0.1, y - radius * 0.55],
            ],
            radius * 0.26,
            0.6,
            7,
          ),
        })
      : range(3)
          .map((index) =>
            stroke(oval(x, y, radius - 12 - index * radius * 0.2), '#7a5420', 1.6, 0.5),
          )
          .join('') +
        gleam(
          [
            [x - radius * 0.6, y],
            [x - radius * 0.1, y - radius * 0.62],
          ],
          radius * 0.2,
          0.7,
          6,
        ))
  const one = [
    stud('gold', 380, 330, 36),
    ring('gold', 380, 384, 10, 4, 26),
    disc(380, 480, 74, true),
    ring('gold', 380, 562, 10, 4, 26),
    disc(380, 690, 106, false),
    ring('gold', 380, 806, 10, 4, 26),
    disc(380, 966, 140, true),
    fill(oval(380, 966, 40), '#00000000'),
  ].join('')
  return {
    backdrop: { tone: tones.champagne, prop: 'arch', propTone: '#cfae8a' },
    distance: 22,
    product: shifted(one, 0, 40) + shifted(one, 440, 110),
  }
}

export const earringPairs = [hoops, pearls, discs]
