import { type Cloth, fold, gleam, piece, seam, shade, stitches } from './cloth.ts'
import { box, line, moved, type Outline, type Point, points, reflected, shape } from './geometry.ts'
import { darker, lighter, mix } from './palette.ts'
import { fill } from './svg.ts'
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

/** A coat or jacket on an invisible body, seen from the front; `front` is laid over the closed panels. */
export function tailored(cut: Cut, front = ''): string {
  const right = panel(cut)
  return [
    inside(cut),
    piece(shape(right), cut.cloth, { round: 30, inside: drape(cut) }),
    cut.lapel === 'none' ? '' : lapel(cut),
    piece(shape(reflected(right)), cut.cloth, { round: 30, lift: 7, inside: mirroredDrape(cut) }),
    cut.lapel === 'none' ? '' : lapel(cut, reflected),
    front,
    sleeve(cut),
    sleeve(cut, reflected),
    cut.lapel === 'none' || cut.lapel === 'shawl' ? '' : collar(cut),
  ].join('')
}

type Side = (outline: Outline) => readonly Point[]

/** One front: neck, shoulder, armhole, side seam, hem, front edge and the roll of the lapel. */
function panel({ shoulder, waist, hemWidth, hem, closesAt, overlap }: Cut): Point[] {
  const chest = shoulder - 22
  return [
    [AXIS + NECK, TOP, true],
    [AXIS + shoulder, TOP + 52, true],
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
    piece(opening, { colour: lining, texture: satin }, {
      round: 20,
      inside: shade(`660,300 650,460 620,${closesAt}`, 50, 0.45) + shade('540,300 552,440', 30, 0.3),
    }) +
    piece(neckBand, { ...cloth, colour: darker(cloth.colour, 0.25) }, { round: 8 }) +
    piece(box(566, 356, 68, 34, 3), { colour: mix(lining, '#f2eadb', 0.75) }, { round: 3 })
  )
}

function lapel({ lapel: kind, lapelWidth = 160, closesAt, overlap, cloth }: Cut, side: Side = points): string {
  const foot: Point = [AXIS - overlap + 2, closesAt + 6, true]
  const w = lapelWidth
  const outlines: Record<string, Point[]> = {
    notch: [[666, 296, true], [706, 404, true], [AXIS + w, 430, true], [AXIS + w * 0.86, 510], [AXIS + w * 0.42, closesAt - 110]],
    peak: [[666, 296, true], [712, 410, true], [AXIS + w + 12, 372, true], [AXIS + w * 0.94, 480], [AXIS + w * 0.46, closesAt - 100]],
    shawl: [[600, 250, true], [662, 264], [704, 310], [AXIS + w, 450], [AXIS + w * 0.82, 570], [AXIS + w * 0.36, closesAt - 90]],
  }
  const inner: Point[] =
    kind === 'shawl'
      ? [[AXIS + 26, (closesAt + TOP) / 2 + 24], [652, 330], [600, 294, true]]
      : [[AXIS + 30, (closesAt + TOP) / 2 + 20]]
  const outline = [...(outlines[kind] ?? []), foot, ...inner]
  const edge = (outlines[kind] ?? []).slice(kind === 'shawl' ? 2 : 2).map(([x, y]): Point => [x - 10, y + 2])
  return (
    piece(shape(side(outline)), cloth, {
      round: 14,
      lift: 8,
      inside: gleam(side(`676,330 690,420 ${AXIS + w * 0.5},520`), 40, 0.16, 18),
    }) + stitches(lighter(cloth.colour, 0.22), line(side([...edge, [AXIS - overlap + 6, closesAt - 16]])), 5, 1.4)
  )
}

function collar({ lapel: kind, cloth }: Cut): string {
  const tip = kind === 'peak' ? '748,366! 712,410!' : '756,398! 706,406!'
  const half = `600,246! 650,252 690,284! 736,340 ${tip} 684,350 660,312 632,296 600,292!`
  const right = points(half)
  const left = reflected(half).filter(([x]) => x !== AXIS)
  return piece(shape([...right, ...left.reverse()]), cloth, { round: 13, lift: 6 })
}

function sleeve({ shoulder, sleeve: { foot, width }, cloth }: Cut, side: Side = points): string {
  const s = AXIS + shoulder
  const outline = `${s - 12},${TOP + 50}! ${s + 30},${TOP + 90} ${s + 56},480 ${s + 74},660 ${s + 82},820 ${s + 82},${foot}! ${s + 82 - width / 2},${foot + 12} ${s + 82 - width},${foot + 8}! ${s + 66 - width},800 ${s + 44 - width},650 ${s - 34},530! ${s - 46},450 ${s - 38},380`
  const at = (x: number, y: number): Point => [s + x, y]
  return piece(shape(side(outline)), cloth, {
    round: 30,
    lift: 9,
    inside: [
      fold(cloth.colour, side([at(-20, 560), at(24, 600), at(60, 610)]), 36, 0.42),
      fold(cloth.colour, side([at(64, 640), at(20, 690), at(-26, 690)]), 34, 0.4),
      fold(cloth.colour, side([at(-30, 740), at(10, 770), at(50, 760)]), 26, 0.28),
      gleam(side([at(20, 400), at(40, 520), at(50, 700)]), 40, 0.14, 18),
    ].join(''),
  })
}

function drape({ cloth, waist, hem, hemWidth }: Cut, side: Side = points): string {
  const x = AXIS + waist
  return [
    fold(cloth.colour, side([[x - 10, 540], [x - 44, 640], [x - 50, 740]]), 34, 0.32),
    fold(cloth.colour, side([[x - 30, 700], [x - 16, (700 + hem) / 2], [AXIS + hemWidth * 0.72, hem]]), 44, 0.3),
    seam(cloth.colour, side([[AXIS + waist * 0.62, 480], [AXIS + waist * 0.52, 620], [AXIS + waist * 0.56, 780]]), 1.3),
    shade(side([[AXIS + 100, 300], [AXIS + 130, 480], [AXIS + 40, 660]]), 30, 0.14),
  ].join('')
}

const mirroredDrape = (cut: Cut) => drape(cut, reflected)

/** A flap pocket, slightly tilted, on both hips. */
export function pockets(cloth: Cloth, x: number, y: number, width: number, height: number, tilt = 8): string {
  const flap = `${x},${y}! ${x + width},${y - tilt}! ${x + width + 2},${y + height - tilt - 6} ${x + width - 8},${y + height - tilt} ${x + 10},${y + height} ${x + 1},${y + height - 6}`
  const one = (side: Side) =>
    piece(shape(side(flap)), cloth, { round: 8, lift: 5 }) +
    stitches(lighter(cloth.colour, 0.22), line(side(moved(flap, 0, -7).slice(2))), 5, 1.3)
  return one(points) + one(reflected)
}

/** A belt round the waist, its own shade beneath it. */
export function waistBelt(cloth: Cloth, y: number, half: number, width = 54): string {
  const band = `${AXIS - half},${y - width / 2}! 600,${y - width / 2 + 14} ${AXIS + half},${y - width / 2}! ${AXIS + half + 2},${y + width / 2}! 600,${y + width / 2 + 14} ${AXIS - half - 2},${y + width / 2}!`
  const thread = lighter(cloth.colour, 0.25)
  const row = (dy: number) => line(`${AXIS - half + 4},${y + dy}! 600,${y + dy + 14} ${AXIS + half - 4},${y + dy}!`)
  return (
    shade(`${AXIS - half + 10},${y + width / 2 + 8} 600,${y + width / 2 + 22} ${AXIS + half - 10},${y + width / 2 + 8}`, 22, 0.4) +
    piece(shape(band), cloth, { round: 12, lift: 4 }) +
    stitches(thread, row(-width / 2 + 8), 6, 1.4) +
    stitches(thread, row(width / 2 - 8), 6, 1.4)
  )
}

/** The knot and falling ends of a tied belt. */
export function tie(cloth: Cloth, x: number, y: number, length: number): string {
  const end = (dx: number, reach: number) =>
    `${x - 22 + dx * 0.2},${y}! ${x + 22 + dx * 0.2},${y}! ${x + 30 + dx},${y + reach}! ${x - 26 + dx},${y + reach + 14}! ${x - 20 + dx * 0.5},${y + reach / 2}`
  return [
    piece(shape(end(-46, length)), cloth, { round: 10, lift: 7, inside: fold(cloth.colour, [[x - 8, y], [x - 20, y + length / 2], [x - 40, y + length]], 14, 0.4) }),
    piece(shape(end(30, length * 0.82)), cloth, { round: 10, lift: 7, inside: fold(cloth.colour, [[x + 4, y], [x + 10, y + length / 2], [x + 26, y + length * 0.8]], 14, 0.4) }),
    piece(shape(`${x - 40},${y - 34} ${x + 34},${y - 30} ${x + 42},${y + 26} ${x - 32},${y + 34}`), cloth, { round: 13, lift: 7, inside: fold(cloth.colour, [[x - 30, y - 20], [x, y + 6], [x + 30, y + 12]], 12, 0.4) }),
  ].join('')
}

export const hangerHook = (paint: string) =>
  fill(shape('594,250! 594,190 620,168 634,146 612,120 588,134! 596,110 628,104 646,132 646,160 606,196 606,250!'), paint)
