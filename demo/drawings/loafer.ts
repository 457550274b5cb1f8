import { fold, gleam, piece, seam, shade, stitches, strap } from './cloth.ts'
import { along, line, range, ribbon, shape } from './geometry.ts'
import { plate, ring } from './hardware.ts'
import { darker, lighter, tones } from './palette.ts'
import type { StillLife } from './photograph.ts'
import { FLOOR, pair, posed } from './shoe.ts'
import { stroke, turned } from './svg.ts'
import { calf, suede, type Texture } from './texture.ts'

type Leather = { colour: string; texture: Texture; sheen: number }

const vamp =
  '166,1048! 166,990 206,936 286,904 400,872 510,820 590,760 640,726! 668,780 700,822 790,838 880,806 952,756! 990,820 996,930 990,1046! 700,1056 400,1060'

/** What every loafer here has: lining, upper with its moccasin seam, sole and stacked heel. */
function base(leather: Leather, sole: string, thick: number): string {
  const { colour } = leather
  const thread = lighter(colour, 0.3)
  const apron = '214,956 262,936 330,926 430,900 530,862 600,820'
  return [
    piece(shape('560,780! 600,730 640,700 690,716! 800,720 900,720 952,752! 880,830 790,850 700,846!'), { colour: tones.tan, texture: calf, sheen: 0.7 }, { round: 14, inside: shade('620,740 760,760 940,760', 40, 0.34) }),
    piece(shape(vamp), leather, {
      round: 38,
      inside: [
        gleam('212,1000 260,964 400,950 520,920', 46, 0.34 * leather.sheen, 18),
        gleam('900,840 940,880 950,980', 40, 0.2 * leather.sheen, 16),
        shade('640,730 672,788 704,830 790,848 880,816 952,766', 16, 0.3),
        fold(colour, '420,1030 500,980 520,930', 26, 0.24),
      ].join(''),
    }),
    seam(colour, apron, 2.4),
    ...along(apron, 17).map(({ x, y, angle }) => turned(stroke(`M${x} ${y - 9}L${x + 3} ${y + 9}`, darker(colour, 0.6), 2.4, 0.55), angle, x, y)),
    stitches(thread, line('690,832! 790,856 884,824 950,776!'), 7, 1.9),
    seam(colour, '880,820 866,900 860,1040', 1.8),
    piece(shape(`150,1046! 400,1062 700,1060 1004,1040! 1008,${1046 + thick}! 700,${1062 + thick} 400,${1064 + thick} 152,${1050 + thick}!`), { colour: sole, sheen: 0.8 }, { round: 6, lift: 3 }),
    piece(shape(`764,${1056 + thick}! 1006,${1044 + thick}! 996,1112! 776,1112!`), { colour: darker(sole, 0.15), sheen: 0.8 }, { round: 10 }),
    ...range(3).map((row) => stroke(`M772 ${1066 + thick + row * 10}L1000 ${1062 + thick + row * 10}`, darker(sole, 0.8), 1.2, 0.5)),
    stitches(lighter(sole, 0.4), line('166,1058! 400,1072 700,1072 996,1052!'), 6, 1.6),
  ].join('')
}

function penny(): StillLife {
  const leather = { colour: tones.oxblood, texture: calf, sheen: 1.25 }
  const shoe = [
    base(leather, tones.chocolate, 18),
    piece(shape('516,806! 566,772 614,730! 660,778 668,850 640,930 570,1000! 500,960! 530,900 540,850'), leather, { round: 16, lift: 6, inside: gleam('560,800 590,840 570,930', 24, 0.3, 9) }),
    stitches(lighter(leather.colour, 0.35), line('528,812! 552,850 542,904 512,960'), 7, 2),
    piece(ribbon('578,806 600,850 592,900', 8, 16, 8), { colour: darker(leather.colour, 0.75) }, { round: 3 }),
  ].join('')
  return { backdrop: { tone: tones.bone, prop: 'arch', propTone: tones.sage }, floor: 1140, product: posed(pair(shoe, 110, -96), 0.95, 0.82, 31) }
}

function snaffle(): StillLife {
  const leather = { colour: tones.ink, texture: calf, sheen: 1.25 }
  const shoe = [
    base(leather, '#1d1a1c', 16),
    piece(ribbon('520,822 566,866 596,930 600,1000', 34, 36, 40), leather, { round: 9, lift: 5 }),
    ring('gold', 560, 846, 34, 10, 26),
    ring('gold', 488, 838, 26, 9, 22),
    turned(plate('gold', 476, 818, 104, 15, 7), 10, 528, 826),
  ].join('')
  return { backdrop: { tone: tones.champagne, prop: 'plinth', propTone: tones.ivory }, floor: 1112, product: posed(shoe, 0.98, 0.88, 2) }
}

function tassel(): StillLife {
  const leather = { colour: tones.sand, texture: suede, sheen: 0.8 }
  const { colour } = leather
  const drop = (x: number, y: number, angle: number) =>
    turned(
      piece(ribbon([[x, y], [x, y + 30]], 24, 26), leather, { round: 7, lift: 4 }) +
        range(7)
          .map((index) =>
            strap(leather, [[x - 9 + index * 3, y + 26], [x - 18 + index * 6, y + 84 + (index % 2) * 5]], 6, 2),
          )
          .join(''),
      angle,
      x,
      y,
    )
  const shoe = [
    base(leather, '#2b2624', 34),
    strap(leather, '690,846! 780,872 870,846 960,792!', 12, 3),
    piece(shape('520,812! 570,776 624,736! 676,800 676,860 640,890! 600,930 540,950! 552,880'), leather, { round: 16, lift: 6 }),
    strap(leather, '600,840! 560,850 530,880!', 11, 4),
    strap(leather, '600,840! 620,870 600,900!', 11, 4),
    drop(526, 876, 20),
    drop(600, 896, -6),
    piece(ribbon('576,838 600,836 622,844', 20, 26, 20), leather, { round: 7, lift: 4 }),
    stitches(lighter(colour, 0.5), line('534,818! 562,880 550,940!'), 7, 1.9),
  ].join('')
  return { backdrop: { tone: tones.oxblood }, floor: 1140, product: posed(pair(shoe, 110, -96), 0.95, 0.82, 31) }
}

export const loafers = [penny, snaffle, tassel]
