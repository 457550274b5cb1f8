import { fold, gleam, piece, seam, shade, stitches, strap } from './cloth.ts'
import { line, range, shape } from './geometry.ts'
import { pull, ring, zip } from './hardware.ts'
import { darker, lighter, tones } from './palette.ts'
import type { StillLife } from './photograph.ts'
import { FLOOR, laces, pair, posed } from './shoe.ts'
import { stroke } from './svg.ts'
import { calf, suede } from './texture.ts'

function chelsea(): StillLife {
  const colour = tones.ink
  const hide = { colour, texture: calf, sheen: 1.2 }
  const body =
    '200,1076! 200,1010 246,952 360,906 470,850 530,770 548,660 544,520! 640,536 760,534 858,512! 866,640 880,760 910,880 914,1050! 720,1064 560,1084 400,1094'
  const gore = '618,528! 740,530! 752,640 740,760 700,850 680,880! 640,840 610,740 606,620'
  const ribs = range(9)
    .map((index) =>
      stroke(
        line(`${630 + index * 13},532 ${628 + index * 13},660 ${646 + index * 9},840`),
        '#000',
        3,
        0.5,
      ),
    )
    .join('')
  const shoe = [
    strap({ ...hide, colour: darker(colour, 0.3) }, '846,530! 880,470 900,470 880,560!', 26, 2),
    piece(
      shape('544,522! 640,498 760,494 858,514! 760,546 640,548'),
      { colour: tones.tan, texture: calf },
      { round: 10, inside: shade('544,520 700,506 858,514', 16, 0.4) },
    ),
    piece(shape(body), hide, {
      round: 46,
      inside: [
        gleam('250,1000 300,960 430,930 540,850', 50, 0.4, 20),
        gleam('576,560 580,680 574,760', 30, 0.36, 12),
        gleam('830,560 836,700 866,860', 30, 0.24, 14),
        fold(colour, '470,930 560,900 600,960', 34, 0.4),
      ].join(''),
    }),
    piece(shape(gore), { colour: '#2e2d31', sheen: 0.8 }, { round: 14, inside: ribs }),
    stitches(
      '#55545c',
      line('606,528! 594,620 600,746 632,850 682,894 712,856 752,764 764,640 752,530!'),
      7,
      2,
    ),
    piece(
      shape(
        '188,1078! 400,1096 560,1088 720,1066 926,1044! 930,1066! 720,1088 560,1110 400,1120 230,1116 190,1098!',
      ),
      { colour: '#241f1e' },
      { round: 6, lift: 2 },
    ),
    piece(shape('724,1080! 928,1060! 918,1120! 734,1120!'), { colour: '#1d1918' }, { round: 10 }),
    ...range(3).map((row) =>
      stroke(`M733 ${1088 + row * 11}L921 ${1084 + row * 12}`, '#4a4140', 1.4, 0.6),
    ),
  ].join('')
  return {
    backdrop: { tone: tones.sand },
    floor: 1120 + 38,
    product: posed(pair(shoe, 120, -70), 1.06, 0.88, 40),
  }
}

function heeled(): StillLife {
  const colour = tones.clay
  const skin = { colour, texture: suede, sheen: 0.85 }
  const thread = lighter(colour, 0.35)
  const body =
    '168,1080! 216,1036 320,976 450,900 540,800 580,690 586,560 574,420! 680,444 800,440 902,404! 912,540 924,680 966,770 972,826! 880,852 760,930 640,1030 520,1084 400,1096 240,1096'
  const shoe = [
    piece(
      shape('574,424! 680,388 800,382 902,406! 800,452 680,456'),
      { colour: tones.champagne, texture: calf },
      { round: 10, inside: shade('574,420 740,398 902,406', 18, 0.4) },
    ),
    piece(
      shape('850,862! 976,816! 980,890 964,980 962,1100! 924,1100! 922,1000 900,920'),
      { ...skin, colour: darker(colour, 0.12) },
      { round: 16 },
    ),
    piece(shape(body), skin, {
      round: 50,
      inside: [
        gleam('230,1050 330,990 460,930', 40, 0.24, 18),
        gleam('620,500 640,620 620,740', 60, 0.18, 26),
        fold(colour, '600,760 720,740 900,770', 50, 0.45),
        fold(colour, '590,690 740,700 900,660', 40, 0.34),
        fold(colour, '520,960 600,900 640,820', 40, 0.36),
      ].join(''),
    }),
    zip('gold', '786,446! 780,560 770,700 750,800 730,860!', darker(colour, 0.25), 18),
    pull('gold', 786, 462, 40, 4),
    stitches(thread, line('578,440! 680,462 800,458 904,424!'), 7, 2),
    seam(colour, '520,1076 560,980 640,880 700,850', 1.8),
    stroke(
      line('176,1094 260,1100 410,1100 520,1088 640,1036 760,938 880,860 976,830'),
      tones.chocolate,
      7,
      1,
    ),
  ].join('')
  return {
    backdrop: { tone: tones.ivory, prop: 'arch', propTone: tones.fog },
    floor: FLOOR + 90,
    product: posed(shoe, 1, 1.1, 90),
  }
}

function laceUp(): StillLife {
  const colour = tones.oxblood
  const hide = { colour, texture: calf, sheen: 1.1 }
  const thread = tones.sand
  const body =
    '196,1020! 190,950 230,890 320,860 430,830 510,760 552,660 566,540 560,400! 660,424 770,424 868,396! 880,540 884,680 918,800 926,1016! 700,1036 400,1040'
  const eyelets = [
    [468, 826],
    [524, 764],
    [562, 690],
    [586, 612],
    [596, 530],
    [598, 450],
  ] as const
  const cleats = range(13)
    .map((index) =>
      shape(
        `${196 + index * 57},1086! ${238 + index * 57},1086! ${234 + index * 57},1122! ${200 + index * 57},1122!`,
      ),
    )
    .join('')
  const shoe = [
    piece(
      shape('552,700! 548,540 552,396 588,352 636,362! 650,520! 600,700'),
      { ...hide, colour: darker(colour, 0.2) },
      { round: 16 },
    ),
    piece(
      shape('560,402! 660,372 770,368 868,396! 770,436 660,438'),
      { colour: tones.chocolate, texture: calf },
      { round: 10 },
    ),
    piece(shape(body), hide, {
      round: 44,
      inside: [
        gleam('236,960 300,910 420,890', 46, 0.42, 18),
        gleam('680,480 690,620 680,720', 50, 0.2, 20),
        fold(colour, '640,760 750,740 880,770', 44, 0.45),
        fold(colour, '520,930 580,880 640,860', 34, 0.36),
      ].join(''),
    }),
    piece(shape('196,1030! 192,950 232,892 330,862! 400,900 420,980 410,1040!'), hide, {
      round: 24,
      lift: 3,
    }),
    stitches(thread, line('336,876 392,912 408,984 398,1040'), 7, 2),
    piece(shape('640,1040! 650,900 700,830 800,800 918,800! 930,1020!'), hide, {
      round: 22,
      lift: 3,
    }),
    stitches(thread, line('656,1030 666,908 712,846 804,816 914,816'), 7, 2),
    stitches(thread, line('668,430! 662,560 640,690 590,790 520,860 440,880'), 7, 2),
    stitches(thread, line('566,420! 660,442 770,442 866,414!'), 7, 2),
    ...eyelets.map(([x, y]) => ring('gold', x + 34, y + 10, 11, 4)),
    laces(
      eyelets.map(([x, y]) => [x + 34, y + 10] as const),
      [-80, -32],
      '#3a2a22',
    ),
    strap(hide, '862,420! 900,372 916,390 882,470!', 20, 3),
    piece(
      shape('176,1008! 400,1034 700,1034 940,1000! 946,1096! 700,1096 400,1096 190,1096! 176,1060'),
      { colour: '#2a2524', sheen: 0.8 },
      { round: 14, lift: 3 },
    ),
    stitches(thread, line('188,1026! 400,1050 700,1050 934,1020!'), 8, 2.6),
    piece(cleats, { colour: '#211d1c' }, { round: 5 }),
  ].join('')
  return {
    backdrop: { tone: tones.stone, prop: 'plinth', propTone: tones.olive },
    floor: 1140,
    product: posed(shoe, 1.06, 0.92, 20),
  }
}

export const ankleBoots = [chelsea, heeled, laceUp]
