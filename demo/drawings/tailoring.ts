import { type Cloth, fold, gleam, piece, seam, shade, stitches } from './cloth.ts'
import { box, line, type Point, points, reflected, type Side, shape } from './geometry.ts'
import { darker, lighter, mix } from './palette.ts'
import { satin } from './texture.ts'

export type Cut = {
  cloth: Cloth
  /** Half widths from the middle, in px, and where the hem falls. */
  shoulder: number
  waist: number
  hemWidth: number
  hem: number
  /** Where the front closes, and how far one side laps over the other. */
  closesAt: number
  overlap: number
  lapel: 'notch' | 'peak' | 'shawl' | 'none'
  lapelWidth?: number
  sleeve: { foot: number; width: number }
  lining: string
}

export const AXIS = 600
const NECK = 72
const TOP = 292

/**
 * A coat or jacket on an invisible body, seen from the front; `front` is laid over the closed
 * panels.
 */
export function tailored(cut: Cut, front = ''): string {
  const right = panel(cut)
  return [
    inside(cut),
    piece(shape(right), cut.cloth, { round: 22, inside: drape(cut) }),
    cut.lapel === 'none' ? '' : lapel(cut),
    piece(shape(reflected(right)), cut.cloth, { round: 22, lift: 7, inside: mirroredDrape(cut) }),
    cut.lapel === 'none' ? '' : lapel(cut, reflected),
    front,
    sleeve(cut),
    sleeve(cut, reflected),
    cut.lapel === 'none' || cut.lapel === 'shawl' ? '' : collar(cut),
  ].join('')
}

/** One front: neck, shoulder, armhole, side seam, hem, front edge and the roll of the lapel. */
function panel({ shoulder, waist, hemWidth, hem, closesAt, overlap }: Cut): Point[] {
  const chest = shoulder - 22
  return [
    [AXIS + NECK, TOP, true],
    [AXIS + shoulder - 16, TOP + 46, true],
    [AXIS + chest, 440],
    [AXIS + chest - 8, 530],
    [AXIS + waist, 700],
    [AXIS + (waist + hemWidth) / 2 + 12, (700 + hem) / 2],
    [AXIS + hemWidth, hem - 8, true],
    [AXIS + hemWidth / 2, hem + 8],
    [AXIS - overlap, hem + 4, true],
    [AXIS - overlap, closesAt, true],
    [AXIS + 30, (closesAt + TOP) / 2 + 20],
  ]
}

/** The lining of the back, seen through the neck opening. */
function inside({ lining, closesAt, cloth }: Cut): string {
  const opening = shape(
    `528,300! 560,274 600,268 640,274 672,300! 690,420! 640,${closesAt + 20}! 560,${closesAt + 20}! 510,420!`,
  )
  const neckBand = shape('528,300! 560,274 600,268 640,274 672,300! 650,330 600,344 550,330')
  return (
    piece(
      opening,
      { colour: lining, texture: satin },
      {
        round: 20,
        inside:
          shade(`660,300 650,460 620,${closesAt}`, 50, 0.45) + shade('540,300 552,440', 30, 0.3),
      },
    ) +
    piece(neckBand, { ...cloth, colour: darker(cloth.colour, 0.25) }, { round: 8 }) +
    piece(box(566, 356, 68, 34, 3), { colour: mix(lining, '#f2eadb', 0.75) }, { round: 3 })
  )
}

function lapel(
  { lapel: kind, lapelWidth = 160, closesAt, overlap, cloth }: Cut,
  side: Side = points,
): string {
  const foot: Point = [AXIS - overlap + 2, closesAt + 6, true]
  const w = lapelWidth
  const outlines: Record<string, Point[]> = {
    notch: [
      [666, 296, true],
      [706, 404, true],
      [AXIS + w, 430, true],
      [AXIS + w * 0.86, 510],
      [AXIS + w * 0.42, closesAt - 110],
    ],
    peak: [
      [666, 296, true],
      [712, 410, true],
      [AXIS + w + 12, 372, true],
      [AXIS + w * 0.94, 480],
      [AXIS + w * 0.46, closesAt - 100],
    ],
    shawl: [
      [600, 258, true],
      [660, 268],
      [704, 310],
      [AXIS + w, 450],
      [AXIS + w * 0.82, 570],
      [AXIS + w * 0.36, closesAt - 90],
    ],
  }
  const inner: Point[] =
    kind === 'shawl'
      ? [
          [AXIS + 26, (closesAt + TOP) / 2 + 24],
          [652, 330],
          [600, 294, true],
        ]
      : [[AXIS + 30, (closesAt + TOP) / 2 + 20]]
  const outline = [...(outlines[kind] ?? []), foot, ...inner]
  const edge = (outlines[kind] ?? []).slice(2).map(([x, y]): Point => [x - 10, y + 2])
  return (
    piece(shape(side(outline)), cloth, {
      round: 7,
      lift: 6,
      inside: gleam(side(`676,330 690,420 ${AXIS + w * 0.5},520`), 40, 0.16, 18),
    }) +
    stitches(
      lighter(cloth.colour, 0.22),
      line(side([...edge, [AXIS - overlap + 6, closesAt - 16]])),
      5,
      1.4,
    )
  )
}

function collar({ lapel: kind, cloth }: Cut): string {
  const tip = kind === 'peak' ? '748,366! 712,410!' : '756,398! 706,406!'
  const half = `600,256! 648,260 686,288! 732,344 ${tip} 692,352 664,316 636,300 600,296!`
  const right = points(half)
  const left = reflected(half).filter(([x]) => x !== AXIS)
  return piece(shape([...right, ...left.reverse()]), cloth, { round: 8, lift: 6 })
}

function sleeve({ shoulder, sleeve: { foot, width }, cloth }: Cut, side: Side = points): string {
  const s = AXIS + shoulder
  const outline = `${s - 30},${TOP + 42}! ${s + 8},${TOP + 70} ${s + 40},470 ${s + 62},660 ${s + 74},820 ${s + 78},${foot}! ${s + 78 - width / 2},${foot + 12} ${s + 78 - width},${foot + 8}! ${s + 66 - width},800 ${s + 46 - width},660 ${s - 28},560 ${s - 40},480 ${s - 40},400`
  const at = (x: number, y: number): Point => [s + x, y]
  return piece(shape(side(outline)), cloth, {
    round: 22,
    lift: 7,
    inside: [
      fold(cloth.colour, side([at(-20, 560), at(24, 600), at(60, 610)]), 36, 0.34),
      fold(cloth.colour, side([at(64, 640), at(20, 690), at(-26, 690)]), 34, 0.3),
      fold(cloth.colour, side([at(-30, 740), at(10, 770), at(50, 760)]), 26, 0.2),
      gleam(side([at(20, 400), at(40, 520), at(50, 700)]), 40, 0.14, 18),
    ].join(''),
  })
}

function drape({ cloth, waist, hem, hemWidth }: Cut, side: Side = points): string {
  const x = AXIS + waist
  return [
    fold(
      cloth.colour,
      side([
        [x - 10, 540],
        [x - 44, 640],
        [x - 50, 740],
      ]),
      34,
      0.32,
    ),
    fold(
      cloth.colour,
      side([
        [x - 30, 700],
        [x - 16, (700 + hem) / 2],
        [AXIS + hemWidth * 0.72, hem],
      ]),
      44,
      0.3,
    ),
    seam(
      cloth.colour,
      side([
        [AXIS + waist * 0.62, 480],
        [AXIS + waist * 0.52, 620],
        [AXIS + waist * 0.56, 780],
      ]),
      1.3,
    ),
    shade(
      side([
        [AXIS + 100, 300],
        [AXIS + 130, 480],
        [AXIS + 40, 660],
      ]),
      30,
      0.14,
    ),
  ].join('')
}

const mirroredDrape = (cut: Cut) => drape(cut, reflected)
