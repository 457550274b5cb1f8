import { type Cloth, fold, gleam, piece, seam, shade, stitches, strap } from './cloth.ts'
import { along, line, range, ribbon, shape } from './geometry.ts'
import { plate, ring } from './hardware.ts'
import { darker, lighter, tones } from './palette.ts'
import type { StillLife } from './photograph.ts'
import { pair, posed } from './shoe.ts'
import { shifted, stroke, turned } from './svg.ts'
import { calf, suede } from './texture.ts'

const GROUND = 1112

/** What every loafer here has: lining, upper with its moccasin seam, then sole and stacked heel. */
function loafer(leather: Cloth, sole: string, thick: number, vamp: string): string {
  const { colour, sheen = 1 } = leather
  const thread = lighter(colour, 0.3)
  const upper =
    '168,1076! 164,1034 200,990 270,962 380,936 480,900 560,856 620,814! 650,852 700,884 790,894 880,872 956,830! 988,880 992,960 990,1044! 780,1060 640,1080 500,1096 300,1098 200,1092'
  const opening =
    '556,852! 600,812 640,788 690,796! 800,802 900,804 956,828! 880,882 790,902 700,892!'
  const apron = '206,1002 260,984 340,970 440,944 530,906 596,866'
  const welt =
    '158,1076! 300,1098 500,1094 640,1074 780,1056 996,1038! 1008,1046 1006,1056 996,1062! 780,1078 640,1100 500,1112 300,1114 190,1106 156,1094 152,1084'
  const handSewn = apronStitches(apron, colour)
  const body = [
    piece(
      shape(opening),
      { colour: tones.tan, texture: calf, sheen: 0.7 },
      {
        round: 12,
        inside: shade('620,816 760,834 940,824', 34, 0.4),
      },
    ),
    piece(shape(upper), leather, {
      round: 32,
      inside: [
        gleam('216,1030 270,1000 400,980 520,950', 34, 0.4 * sheen, 13),
        gleam('930,890 952,930 956,1000', 30, 0.22 * sheen, 12),
        shade('630,820 660,858 704,890 790,902 880,880 956,838', 13, 0.3),
        fold(colour, '420,1066 500,1020 520,970', 22, 0.26),
      ].join(''),
    }),
    seam(colour, apron, 2.2),
    handSewn,
    stitches(thread, line('690,892! 790,908 884,886 954,848!'), 7, 1.9),
    seam(colour, '886,880 874,950 868,1046', 1.8),
    vamp,
  ].join('')
  const lift = 16 - thick
  return [
    piece(
      shape(`772,${1060 + lift}! 1007,${1046 + lift}! 996,${GROUND}! 784,${GROUND}!`),
      { colour: darker(sole, 0.15), sheen: 0.8 },
      { round: 9 },
    ),
    ...range(3).map((row) => {
      const y = GROUND - 12 - row * 11
      return stroke(`M784 ${y}L998 ${y - 1}`, darker(sole, 0.8), 1.2, 0.5)
    }),
    shifted(body, 0, lift),
    piece(`${shape(welt)}`, { colour: sole, sheen: 0.8 }, { round: 6, lift: 3 }),
    thick > 20
      ? piece(
          shape(
            `150,${1076 + lift}! 300,${1098 + lift} 500,${1094 + lift} 640,${1074 + lift} 780,${1056 + lift} 1006,${1036 + lift}! 1010,1060! 780,1080 640,1102 500,${GROUND} 300,${GROUND + 2} 190,1106 148,1094!`,
          ),
          { colour: sole, sheen: 0.8 },
          { round: 7, lift: 3 },
        )
      : '',
    stitches(lighter(sole, 0.4), weltLine(lift), 6, 1.6),
  ].join('')
}

const weltLine = (lift: number) =>
  line(
    `162,${1086 + lift}! 300,${1105 + lift} 500,${1101 + lift} 640,${1082 + lift} 780,${1064 + lift} 996,${1044 + lift}!`,
  )

const apronStitches = (apron: string, colour: string) =>
  along(apron, 17)
    .map(({ x, y, angle }) =>
      turned(
        stroke(`M${x} ${y - 9}L${x + 3} ${y + 9}`, darker(colour, 0.6), 2.4, 0.55),
        angle,
        x,
        y,
      ),
    )
    .join('')

function penny(): StillLife {
  const leather = { colour: tones.oxblood, texture: calf, sheen: 1.25 }
  const saddle =
    '520,880! 566,850 606,824! 642,864 648,920 626,986 572,1040! 500,1012! 526,955 536,910'
  const vamp = [
    piece(shape(saddle), leather, {
      round: 13,
      lift: 6,
      inside: gleam('556,880 588,910 576,980', 20, 0.34, 8),
    }),
    stitches(lighter(leather.colour, 0.35), line('530,884! 548,914 538,958 514,1008'), 7, 2),
    piece(
      ribbon('576,874 596,908 586,948', 7, 14, 7),
      { colour: darker(leather.colour, 0.75) },
      { round: 3 },
    ),
  ].join('')
  return {
    backdrop: { tone: tones.bone, prop: 'arch', propTone: tones.sage },
    floor: GROUND + 10,
    product: posed(pair(loafer(leather, tones.chocolate, 16, vamp), 110, -124), 1, 0.9, 10),
  }
}

function snaffle(): StillLife {
  const leather = { colour: tones.ink, texture: calf, sheen: 1.25 }
  const vamp = [
    piece(ribbon('548,872 580,914 598,970 598,1046', 32, 34, 38), leather, { round: 8, lift: 5 }),
    ring('gold', 578, 922, 31, 10, 25),
    turned(plate('gold', 488, 916, 86, 15, 7), -14, 530, 924),
    ring('gold', 484, 946, 27, 9, 22),
  ].join('')
  return {
    backdrop: { tone: tones.champagne, prop: 'plinth', propTone: tones.ivory },
    floor: GROUND,
    product: posed(loafer(leather, '#2a2526', 16, vamp), 1, 0.96),
  }
}

function tassel(): StillLife {
  const leather = { colour: tones.sand, texture: suede, sheen: 0.8 }
  const drop = (x: number, y: number, angle: number) => {
    const cords = range(7).map((index) =>
      ribbon(
        [
          [x - 8 + index * 2.7, y + 24],
          [x - 16 + index * 5.4, y + 74 + (index % 2) * 5],
        ],
        5,
        6,
      ),
    )
    return turned(
      piece(cords.join(''), leather, { round: 2, lift: 2 }) +
        piece(
          ribbon(
            [
              [x, y],
              [x, y + 28],
            ],
            21,
            23,
          ),
          leather,
          { round: 6, lift: 4 },
        ),
      angle,
      x,
      y,
    )
  }
  const kiltie = '522,888! 566,858 612,830! 656,876 660,914 632,942! 598,972 546,988! 552,930'
  const vamp = [
    strap(leather, '690,890! 780,912 872,890 958,850!', 11, 3),
    piece(shape(kiltie), leather, { round: 13, lift: 6 }),
    stitches(lighter(leather.colour, 0.5), line('536,892! 562,930 556,976!'), 7, 1.9),
    strap(leather, '594,902! 558,908 526,932!', 9, 4),
    strap(leather, '594,902! 612,924 600,950!', 9, 4),
    drop(522, 928, 20),
    drop(598, 946, -6),
    piece(ribbon('572,898 594,896 614,904', 17, 23, 17), leather, { round: 6, lift: 4 }),
  ].join('')
  return {
    backdrop: { tone: '#6b2b30' },
    floor: GROUND + 10,
    product: posed(pair(loafer(leather, '#2b2624', 36, vamp), 110, -126), 1, 0.9, 10),
  }
}

export const loafers = [penny, snaffle, tassel]
