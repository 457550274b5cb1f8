import { fold, gleam, piece, seam, shade, stitches, strap } from './cloth.ts'
import { pockets, tie, waistBelt } from './coat-parts.ts'
import { line, range, shape, sides } from './geometry.ts'
import { buckle, button } from './hardware.ts'
import { darker, lighter, tones } from './palette.ts'
import type { StillLife } from './photograph.ts'
import { type Cut, tailored } from './tailoring.ts'
import { calf, twill } from './texture.ts'

const epaulettes = ({ cloth, shoulder }: Cut) =>
  sides
    .map((side) => {
      const tab = `${600 + shoulder - 8},336! ${600 + shoulder - 14},366! 712,346! 690,330 700,312!`
      const [[x, y] = [0, 0]] = side('716,330')
      return (
        piece(shape(side(tab)), cloth, { round: 7, lift: 5 }) + button(x, y, 9, tones.chocolate)
      )
    })
    .join('')

const cuffs = ({ cloth, shoulder, sleeve: { foot, width } }: Cut) =>
  sides
    .map((side) => {
      const [from, to] = [600 + shoulder + 84 - width, 600 + shoulder + 84]
      const y = foot - 66
      const at = side([[(from + to) / 2 + 6, y + 8]])[0] ?? [0, 0]
      return (
        strap(
          cloth,
          side([
            [from - 4, y],
            [(from + to) / 2, y + 10],
            [to, y - 4],
          ]),
          32,
          4,
        ) + buckle('gold', at[0], at[1], 36, 30, 90)
      )
    })
    .join('')

const twoRows = (ys: number[], reach: number, colour: string, radius = 17) =>
  ys
    .map((y) => button(600 - reach, y, radius, colour) + button(600 + reach, y, radius, colour))
    .join('')

const stormFlap = ({ cloth }: Cut) =>
  piece(shape('488,320! 396,344! 408,460 420,520! 500,546 570,540! 520,440'), cloth, {
    round: 12,
    lift: 7,
  }) + stitches(lighter(cloth.colour, 0.25), line('424,512! 500,536 560,531!'), 5, 1.4)

function classic(): StillLife {
  const cloth = { colour: tones.sand, texture: twill, sheen: 0.85 }
  const cut: Cut = {
    cloth,
    shoulder: 196,
    waist: 158,
    hemWidth: 250,
    hem: 1296,
    closesAt: 600,
    overlap: 74,
    lapel: 'notch',
    lapelWidth: 178,
    sleeve: { foot: 930, width: 112 },
    lining: '#a98f6b',
  }
  const skirt = [
    fold(tones.sand, '480,780 450,1000 400,1290', 50, 0.4),
    fold(tones.sand, '720,780 760,1000 800,1290', 50, 0.42),
    fold(tones.sand, '560,790 545,1000 530,1280', 40, 0.26),
    seam(tones.sand, '672,780! 674,1296!', 1.5),
  ].join('')
  const front = [
    skirt,
    stormFlap(cut),
    twoRows([640, 860, 980], 52, tones.chocolate),
    pockets(cloth, 684, 860, 84, 34, -46),
    waistBelt(cloth, 744, 172, 58),
    buckle('dark', 586, 758, 74, 78, 90),
    piece(shape('640,736! 706,744! 720,900! 668,912! 650,800'), cloth, { round: 9, lift: 6 }),
  ].join('')
  return {
    backdrop: { tone: tones.bone },
    product: tailored(cut, front) + epaulettes(cut) + cuffs(cut),
  }
}

function cropped(): StillLife {
  const cloth = { colour: tones.olive, texture: twill, sheen: 0.8 }
  const cut: Cut = {
    cloth,
    shoulder: 214,
    waist: 180,
    hemWidth: 236,
    hem: 1010,
    closesAt: 590,
    overlap: 66,
    lapel: 'notch',
    lapelWidth: 184,
    sleeve: { foot: 950, width: 128 },
    lining: tones.sand,
  }
  const front = [
    fold(tones.olive, '470,800 460,900 440,1000', 44, 0.4),
    fold(tones.olive, '730,800 740,900 770,1000', 44, 0.4),
    stormFlap(cut),
    twoRows([636, 890], 46, tones.cognac, 18),
    pockets(cloth, 664, 872, 110, 46, -14),
    waistBelt(cloth, 752, 196, 60),
    buckle('dark', 600, 766, 78, 80, 90),
    stitches(lighter(tones.olive, 0.3), line('372,982! 600,996 828,982!'), 6, 1.5),
  ].join('')
  return {
    backdrop: { tone: tones.blush, prop: 'window' },
    product: `<g transform="translate(-54 60) scale(1.09)">${tailored(cut, front)}${epaulettes(cut)}${cuffs(cut)}</g>`,
  }
}

function leather(): StillLife {
  const colour = tones.chocolate
  const cloth = { colour, texture: calf, sheen: 1.3 }
  const cut: Cut = {
    cloth,
    shoulder: 200,
    waist: 164,
    hemWidth: 262,
    hem: 1310,
    closesAt: 660,
    overlap: 40,
    lapel: 'notch',
    lapelWidth: 196,
    sleeve: { foot: 940, width: 118 },
    lining: '#2a1a14',
  }
  const shine = range(4)
    .map((index) => {
      const x = 440 + index * 104
      return gleam(
        [
          [x, 820],
          [x - (600 - x) * 0.14, 1000],
          [x - (600 - x) * 0.3, 1280],
        ],
        34,
        0.2,
        13,
      )
    })
    .join('')
  const front = [
    shine,
    fold(colour, '470,800 440,1000 400,1300', 54, 0.6),
    fold(colour, '736,800 768,1000 800,1300', 54, 0.6),
    fold(colour, '640,810 650,1000 664,1290', 36, 0.4),
    seam(colour, '360,1130! 600,1146 848,1130!', 1.6),
    pockets(cloth, 672, 880, 116, 52, -16),
    button(600, 690, 17, darker(colour, 0.5)),
    shade('440,790 600,806 760,790', 26, 0.4),
    waistBelt(cloth, 752, 178, 60),
    tie(cloth, 590, 764, 250),
  ].join('')
  return {
    backdrop: { tone: tones.champagne, prop: 'arch', propTone: tones.sand },
    product: tailored(cut, front) + cuffs(cut),
  }
}

export const trenches = [classic, cropped, leather]
