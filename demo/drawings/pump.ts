import { fold, gleam, piece, seam, shade, stitches, strap } from './cloth.ts'
import { line, shape } from './geometry.ts'
import { buckle } from './hardware.ts'
import { darker, lighter, tones } from './palette.ts'
import type { StillLife } from './photograph.ts'
import { board, FLOOR, posed } from './shoe.ts'
import { calf, velvet } from './texture.ts'

const lining = { colour: '#c9a27a', texture: calf, sheen: 0.8 }

function stiletto(): StillLife {
  const patent = { colour: tones.ink, sheen: 1.4 }
  const sole = '168,1090 260,1098 410,1098 520,1082 640,1020 780,920 890,852 978,818'
  const upper =
    '160,1082! 210,1040 300,992 430,944! 540,952 660,890 790,766 890,668 968,626! 996,700 994,766 982,822! 890,850 780,918 640,1018 520,1080 410,1094 260,1094 176,1092'
  const heel = shape('866,850! 985,812! 986,880 958,980 950,1100! 924,1100! 926,1000 912,920')
  const product = [
    piece(
      shape('430,944! 540,900 690,808 840,694 968,626! 890,690 790,776 660,900 540,956'),
      lining,
      { round: 14, inside: shade('430,950 540,950 660,890 790,770 900,660', 30, 0.4) },
    ),
    piece(heel, patent, { round: 12, inside: gleam('900,860 932,960 934,1080', 12, 0.55, 4) }),
    piece(board(sole), { colour: tones.tan, sheen: 1 }, { round: 4 }),
    piece(shape(upper), patent, {
      round: 30,
      inside: [
        gleam('206,1054 300,1010 420,976', 24, 0.75, 7),
        gleam('470,1000 620,960 760,850 870,740', 30, 0.4, 12),
        gleam('940,690 960,740 958,800', 22, 0.6, 8),
        gleam('330,1072 480,1066 600,1014', 14, 0.3, 6),
      ].join(''),
    }),
    shade('170,1096! 300,1100! 440,1100!', 6, 0.5, 3),
  ].join('')
  return {
    backdrop: { tone: tones.blush, prop: 'plinth', propTone: tones.paper },
    floor: FLOOR,
    product: posed(product, 0.97, 1.24),
  }
}

function slingback(): StillLife {
  const colour = tones.bone
  const skin = { colour, texture: calf, sheen: 0.9 }
  const ink = { colour: tones.ink, texture: calf, sheen: 1.2 }
  const sole = '166,1090 260,1099 430,1099 560,1078 680,1030 800,976 900,950 976,942'
  const vamp =
    '158,1082! 208,1036 300,984 440,926! 500,952 570,996 640,1008 716,1004! 680,1026 560,1074 430,1094 260,1094 176,1092'
  const heel = shape('852,962! 980,938! 984,980 956,1030 954,1100! 916,1100! 916,1040 896,990')
  const product = [
    strap({ ...skin, colour: darker(colour, 0.2) }, '500,940! 690,872 850,808 968,776!', 17, 2),
    piece(
      shape('440,926! 540,950 700,960 860,918 960,910! 978,942! 800,974 700,1010 600,1000 520,960'),
      lining,
      { round: 10 },
    ),
    piece(heel, ink, { round: 14, inside: gleam('890,970 926,1030 928,1090', 16, 0.4, 5) }),
    piece(board(sole), { colour: tones.tan }, { round: 4 }),
    piece(shape(vamp), skin, {
      round: 30,
      inside: [
        gleam('330,1010 440,970 520,1000', 40, 0.5, 14),
        piece(shape('140,1110! 140,980! 340,950! 356,1010 330,1110!'), ink, {
          round: 20,
          lift: 3,
          inside: gleam('200,1060 260,1016 330,990', 22, 0.5, 8),
        }),
        stitches(tones.charcoal, line('352,960 366,1020 342,1100'), 6, 2),
      ].join(''),
    }),
    seam(colour, '446,936 506,962 574,1005 650,1018', 1.2),
    strap(skin, '590,1004! 720,930 870,846 962,800 990,779 966,764!', 19, 5),
    buckle('gold', 700, 942, 34, 30, 62),
  ].join('')
  return {
    backdrop: { tone: tones.sage, prop: 'drum', propTone: tones.bone },
    floor: FLOOR,
    product: posed(product, 0.97, 1.24),
  }
}

function maryJane(): StillLife {
  const colour = tones.oxblood
  const pile = { colour, texture: velvet, sheen: 1.05 }
  const thread = lighter(colour, 0.3)
  const upper =
    '172,1084! 180,1040 232,986 310,942 400,904! 500,938 620,930 740,860 850,766 934,702 962,700 984,760 990,830 980,890! 860,920 740,972 620,1040 500,1082 330,1096 210,1096!'
  const sole = '168,1086 260,1098 420,1098 540,1080 660,1026 780,960 880,922 984,894'
  const heel = shape('826,932! 986,888! 998,960 990,1100! 876,1100! 878,1020 862,968')
  const product = [
    piece(
      shape('400,900! 520,880 660,840 800,750 948,690! 850,772 740,870 620,938 500,944'),
      lining,
      { round: 12, inside: shade('400,910 500,942 620,934 740,866 850,766', 26, 0.4) },
    ),
    piece(heel, pile, { round: 26, lift: 2 }),
    piece(board(sole, 14), { colour: tones.chocolate }, { round: 4 }),
    piece(shape(upper), pile, {
      round: 40,
      inside: [
        gleam('210,1010 290,960 390,936', 46, 0.26, 18),
        gleam('900,760 930,820 926,880', 40, 0.16, 14),
        fold(colour, '440,1060 540,1010 600,960', 26, 0.3),
      ].join(''),
    }),
    stitches(thread, line('408,912 504,950 624,941 746,872 858,770 944,704'), 6, 1.8),
    strap(pile, '550,872! 604,866 656,880 706,914!', 38, 7),
    stitches(thread, line('552,858! 608,852 662,867 716,903!'), 6, 1.8),
    stitches(thread, line('548,886! 602,880 650,893 696,926!'), 6, 1.8),
    buckle('gold', 652, 880, 46, 42, 116),
  ].join('')
  return {
    backdrop: { tone: tones.champagne },
    floor: FLOOR + 40,
    product: posed(product, 0.97, 1.24, 40),
  }
}

export const pumps = [stiletto, slingback, maryJane]
