import { type Cloth, fold, piece, shade } from './cloth.ts'
import {
  line,
  mirrored,
  type Point,
  range,
  reflected,
  ribbon,
  type Side,
  shape,
  sides,
} from './geometry.ts'
import { button } from './hardware.ts'
import { darker, lighter, tones } from './palette.ts'
import type { StillLife } from './photograph.ts'
import { blurred, stroke } from './svg.ts'
import { jersey, layered, printed, ribKnit, wool } from './texture.ts'

const ribs = layered(ribKnit, wool)
const body =
  '600,352! 660,340 706,306! 800,344! 838,430 842,560 838,760 836,1020! 700,1036 600,1038!'
const sleeve =
  '790,336! 850,370 900,520 934,720 950,960! 900,980 856,972! 836,760 810,620 790,560! 776,440'
const cuff = '952,950! 958,1050! 910,1064 864,1058! 854,962!'

function sleeves(cloth: Cloth, inside: (at: Side) => string = () => ''): string {
  return sides
    .map(
      (at) =>
        piece(shape(at(sleeve)), cloth, {
          round: 30,
          lift: 9,
          inside:
            inside(at) +
            fold(cloth.colour, at('800,620 860,660 910,640'), 40, 0.36) +
            fold(cloth.colour, at('936,740 880,780 840,770'), 36, 0.32) +
            fold(cloth.colour, at('850,880 900,900 944,880'), 30, 0.24),
        }) + piece(shape(at(cuff)), { ...cloth, texture: ribs }, { round: 14, lift: 4 }),
    )
    .join('')
}

const hemBand = (cloth: Cloth) =>
  piece(
    shape(mirrored('600,1012! 740,1010 838,1000! 830,1096! 700,1110 600,1112!')),
    { ...cloth, texture: ribs },
    { round: 16, lift: 4 },
  )

const insideNeck = (cloth: Cloth) =>
  piece(
    shape(mirrored('600,312! 660,308 700,312! 670,356! 600,372!')),
    { ...cloth, colour: darker(cloth.colour, 0.3) },
    { round: 10, inside: shade('520,312 600,330 690,312', 20, 0.3) },
  )

/** One cable: two strands crossing over each other again and again. */
function cable(colour: string, x: number, top: number, foot: number, width: number): string {
  const turn = 92
  const strand = (phase: number): Point[] =>
    range(Math.ceil((foot - top) / 11) + 1).map((index) => {
      const y = top + index * 11
      return [x + Math.sin(((y - top) / turn) * Math.PI + phase) * width * 0.3, y]
    })
  const side = (dx: number) =>
    line([
      [x + dx, top, true],
      [x + dx, foot, true],
    ])
  const yarn = (path: string, tint: number) =>
    piece(
      path,
      { colour: lighter(colour, tint), texture: jersey, sheen: 0.8 },
      { round: 8, lift: 3 },
    )
  const rope = (phase: number) => yarn(ribbon(strand(phase), width * 0.42, width * 0.42), 0.12)
  const crossings = range(Math.floor((foot - top) / turn)).map((index) => {
    const y = top + turn * (index + 0.5)
    const over = strand(index % 2 === 0 ? 0 : Math.PI).filter(
      ([, at]) => Math.abs(at - y) < turn * 0.52,
    )
    return ribbon(over, width * 0.42, width * 0.42)
  })
  return (
    blurred(stroke(side(-width * 0.62) + side(width * 0.62), darker(colour, 0.6), 9, 0.5), 4) +
    rope(0) +
    rope(Math.PI) +
    yarn(crossings.join(''), 0.16)
  )
}

function cables(): StillLife {
  const colour = tones.ivory
  const cloth = { colour, texture: jersey, sheen: 0.75 }
  const front = [
    cable(colour, 600, 350, 1020, 92),
    cable(colour, 486, 330, 1020, 74),
    cable(colour, 714, 330, 1020, 74),
    blurred(stroke('M410 400L410 1010M790 400L790 1010', darker(colour, 0.5), 8, 0.3), 4),
    fold(colour, '396,600 450,680 430,900', 44, 0.24),
    fold(colour, '806,600 750,700 770,900', 44, 0.28),
  ].join('')
  return {
    backdrop: { tone: '#7d8a80', prop: 'window' },
    product: `<g transform="translate(-48 62) scale(1.08)">${[
      insideNeck(cloth),
      piece(shape(mirrored(body)), cloth, { round: 40, inside: front }),
      hemBand(cloth),
      sleeves(cloth, (at) => cable(colour, (at('870,0')[0] ?? [0])[0], 400, 960, 50)),
      piece(
        shape(mirrored('600,342! 650,334 696,300! 716,318! 664,372 600,384!')),
        { ...cloth, texture: ribs },
        { round: 11, lift: 5 },
      ),
    ].join('')}</g>`,
  }
}

function rollNeck(): StillLife {
  const colour = tones.clay
  const cloth = { colour, texture: ribs, sheen: 0.85 }
  const slim =
    '600,330! 660,322 690,306! 772,344! 796,440 790,560 768,720 780,900 790,1090! 700,1104 600,1106!'
  const arm =
    '762,338! 812,370 852,520 884,740 902,1010! 862,1026 828,1020! 806,760 780,600 764,540! 752,430'
  const neck = '600,236! 650,238 676,252! 686,300 692,344! 650,362 600,366!'
  return {
    backdrop: { tone: tones.fog },
    product: `<g transform="translate(-54 40) scale(1.09)">${[
      piece(shape(mirrored(slim)), cloth, {
        round: 44,
        inside:
          fold(colour, '416,560 460,640 470,760', 40, 0.4) +
          fold(colour, '784,560 740,650 730,770', 40, 0.42) +
          fold(colour, '430,820 520,860 600,850', 30, 0.24),
      }),
      ...sides.map((at) =>
        piece(shape(at(arm)), cloth, {
          round: 26,
          lift: 9,
          inside:
            fold(colour, at('770,600 816,640 856,624'), 34, 0.42) +
            fold(colour, at('884,740 840,770 806,760'), 30, 0.36) +
            fold(colour, at('824,900 860,916 896,896'), 24, 0.3),
        }),
      ),
      piece(
        shape(mirrored('600,232! 640,230 672,244! 660,262 600,268!')),
        { ...cloth, colour: darker(colour, 0.4) },
        { round: 6 },
      ),
      piece(shape(mirrored(neck)), cloth, {
        round: 18,
        lift: 6,
        inside: fold(colour, '530,290 600,306 670,290', 16, 0.4),
      }),
    ].join('')}</g>`,
  }
}

function cardigan(): StillLife {
  const colour = tones.bone
  const stripes = layered(
    printed(60, 92, '<path d="M0 0H60V34H0Z" fill="#2a2a31" opacity="0.94"/>'),
    jersey,
  )
  const cloth = { colour, texture: stripes, sheen: 0.8 }
  const plain = { colour: tones.ink, texture: ribs, sheen: 0.95 }
  const half =
    '600,700! 640,560 690,310! 706,304! 800,344! 838,430 842,560 838,760 836,1020! 700,1036 600,1038!'
  const band = '690,300! 712,308! 660,560 628,700 626,1110! 574,1110! 574,690! 622,540 664,420'
  return {
    backdrop: { tone: '#bb8a6e' },
    product: `<g transform="translate(-48 62) scale(1.08)">${[
      piece(
        shape('510,312! 600,292 690,312! 680,440! 600,720! 520,440!'),
        { ...cloth, colour: darker(colour, 0.35) },
        {
          round: 14,
          inside:
            shade('680,320 650,480 600,700', 40, 0.4) + shade('520,320 560,480 596,680', 24, 0.3),
        },
      ),
      piece(
        shape(
          '500,300! 560,282 600,278 640,282 700,300! 690,320! 640,304 600,300 560,304 510,320!',
        ),
        plain,
        { round: 8 },
      ),
      piece(shape(mirrored(half)), cloth, {
        round: 38,
        inside:
          fold(colour, '400,600 450,690 440,900', 44, 0.3) +
          fold(colour, '800,600 750,700 760,900', 44, 0.34),
      }),
      hemBand({ ...plain }),
      sides
        .map(
          (at) =>
            piece(shape(at(sleeve)), cloth, {
              round: 30,
              lift: 9,
              inside:
                fold(colour, at('800,620 860,660 910,640'), 40, 0.36) +
                fold(colour, at('936,740 880,780 840,770'), 36, 0.3),
            }) + piece(shape(at(cuff)), plain, { round: 14, lift: 4 }),
        )
        .join(''),
      piece(shape(reflected(band)), plain, { round: 8, lift: 4 }),
      piece(shape(band), plain, { round: 8, lift: 5 }),
      ...range(5).map((index) => button(600, 730 + index * 86, 17, tones.cognac)),
    ].join('')}</g>`,
  }
}

export const knits = [cables, rollNeck, cardigan]
