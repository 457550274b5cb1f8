import { type Cloth, gleam, piece, shade, stitches } from './cloth.ts'
import { box, line, oval, range, shape } from './geometry.ts'
import { buckle, cast, type Metal, plate, ring } from './hardware.ts'
import { darker, lighter, tones } from './palette.ts'
import type { StillLife } from './photograph.ts'
import { fill, stroke, turned } from './svg.ts'
import { calf, grain } from './texture.ts'
import { CX, CY, crystal, dial, hands, marks } from './watch-face.ts'

/** Both halves of a leather strap, tapering away from the case. */
function leatherStrap(cloth: Cloth, wide: number, narrow: number, from: number): string {
  const thread = lighter(cloth.colour, 0.4)
  const half = (way: 1 | -1, end: number) => {
    const y = (offset: number) => CY + way * offset
    const outline = shape([
      [CX - wide, y(from), true],
      [CX + wide, y(from), true],
      [CX + narrow, y(end - 40)],
      [CX + narrow * 0.6, y(end), way === -1],
      [CX - narrow * 0.6, y(end), way === -1],
      [CX - narrow, y(end - 40)],
    ])
    const inner = line([
      [CX - wide + 12, y(from + 8), true],
      [CX - narrow + 11, y(end - 44)],
      [CX - narrow * 0.45, y(end - 14)],
      [CX + narrow * 0.45, y(end - 14)],
      [CX + narrow - 11, y(end - 44)],
      [CX + wide - 12, y(from + 8), true],
    ])
    return (
      piece(outline, cloth, {
        round: 20,
        lift: 5,
        inside:
          shade(
            [
              [CX - wide, y(from)],
              [CX + wide, y(from)],
            ],
            50,
            0.5,
          ) +
          gleam(
            [
              [CX - 20, y(from + 60)],
              [CX - 16, y(end - 60)],
            ],
            34,
            0.2,
            14,
          ),
      }) + stitches(thread, inner, 8, 2.4)
    )
  }
  const holes = range(5).map((index) =>
    fill(oval(CX, CY + from + 170 + index * 38, 6.5), darker(cloth.colour, 0.85)),
  )
  return (
    half(-1, 500) +
    half(1, 530) +
    holes.join('') +
    buckle('gold', CX, CY - 500, narrow * 2 + 36, 62) +
    piece(box(CX - narrow - 6, CY - 420, narrow * 2 + 12, 30, 8), cloth, { round: 7, lift: 4 })
  )
}

function roundCase(metal: Metal, radius: number): string {
  return (
    turned(plate(metal, CX + radius - 6, CY - 19, 40, 38, 8), 0, CX, CY) +
    cast(metal, oval(CX, CY, radius), [CX - radius, CY - radius], [CX + radius, CY + radius], 9) +
    ring(metal, CX, CY, radius - 5, 15)
  )
}

function dress(): StillLife {
  const r = 196
  const face = oval(CX, CY, r - 20)
  return {
    backdrop: { tone: tones.bone },
    distance: 18,
    product: [
      leatherStrap({ colour: tones.oxblood, texture: grain, sheen: 1 }, 84, 66, 150),
      ...[-1, 1].flatMap((way) =>
        [-92, 74].map((dx) => plate('gold', CX + dx, CY + way * 190 - 40, 18, 80, 8)),
      ),
      roundCase('gold', r),
      dial(face, '#efe6d2', r),
      marks(r - 32, '#9a7433', 34, 6, 30),
      marks(r - 32, '#6b5a40', 9, 1.6, 6),
      stroke(oval(CX, CY + 74, 34), '#b09a70', 1.6, 0.9),
      stroke(`M${CX} ${CY + 74}L${CX + 14} ${CY + 52}`, '#6b4a1c', 2.6, 1),
      hands('#7a5420', r - 44),
      crystal(face, r),
    ].join(''),
  }
}

function bracelet(): StillLife {
  const r = 200
  const face = oval(CX, CY, r - 34)
  const rows = [-1, 1].flatMap((way) =>
    range(8).map((index) => {
      const y = CY + way * (206 + index * 41) - 20
      const half = 92 - index * 3.2
      const third = half * 0.5
      return (
        plate('steel', CX - half, y, half - third + 2, 39, 9) +
        plate('steel', CX + third - 2, y, half - third + 2, 39, 9) +
        plate('steel', CX - third - 1, y - 3, third * 2 + 2, 45, 9)
      )
    }),
  )
  return {
    backdrop: { tone: '#4d5661' },
    distance: 18,
    product: [
      ...rows,
      plate('steel', CX - 66, CY - 552, 132, 34, 10),
      ...[-1, 1].map((way) =>
        cast(
          'steel',
          shape(
            `${CX - 112},${CY + way * 150}! ${CX + 112},${CY + way * 150}! ${CX + 94},${CY + way * 216}! ${CX - 94},${CY + way * 216}!`,
          ),
          [CX - 112, CY],
          [CX + 112, CY + way * 200],
        ),
      ),
      roundCase('steel', r),
      marks(r - 8, '#4a4e53', 16, 3, 6),
      ring('steel', CX, CY, r - 24, 12),
      dial(face, tones.slate, r),
      marks(r - 44, '#f2f0ea', 32, 9, 30),
      marks(r - 44, '#cfd6dc', 10, 2, 6),
      fill(box(CX + 84, CY - 17, 48, 34, 3), '#f2f0ea'),
      stroke(
        `M${CX + 100} ${CY + 9}L${CX + 100} ${CY - 9}M${CX + 112} ${CY - 9}L${CX + 120} ${CY - 9}L${CX + 114} ${CY + 9}`,
        '#26262c',
        3,
        1,
      ),
      hands('#eef0f1', r - 54),
      crystal(face, r),
    ].join(''),
  }
}

function rectangular(): StillLife {
  const [w, h] = [138, 186]
  const face = box(CX - w + 26, CY - h + 34, (w - 26) * 2, (h - 34) * 2, 4)
  const numerals = ['XII', 'I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX', 'X', 'XI']
  const places = [
    [0, -122],
    [60, -118],
    [84, -66],
    [84, 0],
    [84, 66],
    [60, 118],
    [0, 122],
    [-60, 118],
    [-84, 66],
    [-84, 0],
    [-84, -66],
    [-60, -118],
  ] as const
  // Drawn as strokes, not type: the picture must not depend on installed fonts.
  const numeral = (text: string, x: number, y: number) => {
    const step = 11
    let pen = x - ((text.length - 1) * step) / 2
    return [...text]
      .map((letter) => {
        const at = pen
        pen += step
        const form =
          letter === 'I'
            ? `M${at} ${y - 15}V${y + 15}`
            : letter === 'V'
              ? `M${at - 6} ${y - 15}L${at} ${y + 15}L${at + 6} ${y - 15}`
              : `M${at - 6} ${y - 15}L${at + 6} ${y + 15}M${at + 6} ${y - 15}L${at - 6} ${y + 15}`
        return stroke(form, '#26221e', 3, 0.95)
      })
      .join('')
  }
  return {
    backdrop: { tone: '#b98e79', prop: 'window' },
    distance: 18,
    product: [
      leatherStrap({ colour: tones.ink, texture: calf, sheen: 1.1 }, 92, 70, 150),
      plate('gold', CX - w, CY - h - 22, 44, (h + 22) * 2, 20),
      plate('gold', CX + w - 44, CY - h - 22, 44, (h + 22) * 2, 20),
      plate('gold', CX + w - 6, CY - 20, 34, 40, 9),
      cast(
        'gold',
        box(CX - w + 10, CY - h, (w - 10) * 2, h * 2, 10),
        [CX - w, CY - h],
        [CX + w, CY + h],
        6,
      ),
      dial(face, '#f0e8d6', 160),
      stroke(box(CX - 54, CY - 88, 108, 176, 2), '#5e5546', 2, 0.8),
      ...numerals.map((text, index) => {
        const [x, y] = places[index] ?? [0, 0]
        return numeral(text, CX + x, CY + y)
      }),
      hands('#28385a', 92, 308, 48),
      crystal(face, 150),
      cast('gold', oval(CX + w + 22, CY, 11), [CX + w, CY - 10], [CX + w + 34, CY + 10], 2),
    ].join(''),
  }
}

export const watches = [dress, bracelet, rectangular]
