import { fold, gleam, piece, seam, shade, stitches, strap } from './cloth.ts'
import { along, line, oval, points, shape } from './geometry.ts'
import { ring } from './hardware.ts'
import { darker, lighter, tones } from './palette.ts'
import type { StillLife } from './photograph.ts'
import { FLOOR, laces, pair, posed } from './shoe.ts'
import { fill, stroke } from './svg.ts'
import { calf, canvas, mesh, suede } from './texture.ts'

const rubber = { colour: '#ece6da', sheen: 0.7 }

function court(): StillLife {
  const colour = tones.white
  const hide = { colour, texture: calf, sheen: 0.75 }
  const thread = '#cfc8ba'
  const eyelets = points('468,890 512,864 556,836 600,806 640,776')
  const perforations = along('236,968 270,948 310,934', 20).flatMap(({ x, y }) =>
    [0, 1, 2].map((row) => fill(oval(x + row * 15, y + row * 19, 3.6), '#a8a092')),
  )
  const tongue = '560,790! 596,724 630,684 672,666 696,684! 694,730 664,780!'
  const collar = '630,730! 720,746 840,750 940,742 984,766! 920,792 840,814 760,808 690,772'
  const upper =
    '182,1046! 182,992 220,942 290,908 380,884 470,834 560,774 630,728! 690,770 760,806 840,812 920,790 984,764! 1000,840 996,940 1008,1040! 600,1062 300,1058'
  const toe = '184,1050! 186,990 224,942 300,906! 352,940 370,1000 352,1062! 240,1062'
  const quarter = '600,1064! 624,980 690,910 790,876 996,878! 1008,1040! 800,1058'
  const heel = '906,794! 950,782 985,762! 1001,830 998,892! 950,894 914,874!'
  const eyestay =
    '388,884! 470,832 560,772 632,728! 692,772! 668,832 610,890 550,936! 490,932 430,914'
  const sole =
    '168,1036! 300,1050 600,1052 1010,1026! 1030,1046 1024,1086 1000,1100! 220,1100! 184,1090 166,1062'
  const shoe = [
    piece(shape(tongue), { ...hide, colour: darker(colour, 0.06) }, { round: 14 }),
    piece(
      shape(collar),
      { colour: tones.bone, texture: suede },
      {
        round: 12,
        inside: shade('640,738 800,752 980,760', 24, 0.3),
      },
    ),
    piece(shape(upper), hide, {
      round: 32,
      inside:
        gleam('230,985 310,940 410,914', 36, 0.6, 14) +
        fold(colour, '430,970 500,1010 520,1050', 28, 0.26),
    }),
    piece(shape(toe), hide, { round: 20, lift: 3 }),
    ...perforations,
    piece(shape(quarter), hide, { round: 18, lift: 3 }),
    stitches(thread, line('616,1056 640,984 700,922 794,888 992,890'), 7, 2),
    piece(shape(heel), { colour: tones.olive, texture: suede }, { round: 14, lift: 3 }),
    piece(shape(eyestay), hide, { round: 15, lift: 4 }),
    stitches(thread, line('412,906 486,922 544,924 600,878 656,824 678,778'), 7, 2),
    ...eyelets.map(([x, y]) => fill(oval(x, y, 6), '#4a443c')),
    laces(eyelets, [-54, -34], '#f6f3ec'),
    piece(shape(sole), rubber, {
      round: 13,
      lift: 2,
      inside: shade('180,1098! 1010,1098!', 12, 0.2),
    }),
    stitches('#c9c1b2', line('178,1056! 300,1066 600,1068 1016,1044!'), 8, 2),
  ].join('')
  return {
    backdrop: { tone: tones.sage },
    floor: FLOOR + 10,
    product: posed(pair(shoe, 110, -128), 1, 0.9, 10),
  }
}

function runner(): StillLife {
  const colour = tones.slate
  const knit = { colour: lighter(colour, 0.22), texture: mesh, sheen: 0.8 }
  const skin = { colour, texture: suede, sheen: 0.8 }
  const trim = { colour: tones.bone, texture: calf, sheen: 0.8 }
  const thread = lighter(colour, 0.4)
  const eyelets = points('460,882 504,856 548,826 590,794 630,762')
  const tongue = '552,780! 590,704 626,664 668,648 692,664! 690,712 660,766!'
  const collar = '622,722! 720,714 850,702 976,700! 920,736 850,764 770,774 690,750'
  const upper =
    '172,1040! 176,982 218,932 300,902 390,872 480,822 560,764 620,716! 690,748 770,772 850,762 920,734 976,698! 1012,750 1004,860 1026,952! 700,1006 520,1022 300,1050'
  const toe =
    '168,1050! 176,982 218,932 296,902! 290,950 332,988 430,1004 540,1008! 520,1044 300,1060'
  const heel = '580,1024! 650,930 760,864 890,844 1004,850! 1028,960! 820,1004'
  const tab = '896,754! 940,726 978,694! 1014,750 1006,848! 950,852 906,838!'
  const eyestay =
    '378,880! 480,820 560,762 622,716! 684,752! 664,812 610,870 548,928! 480,924 420,908'
  const foam =
    '160,1026! 230,1042 330,1036 520,1010 720,994 900,978 1024,944! 1066,960 1062,996 1040,1052 1010,1080! 700,1078 480,1090 250,1096 176,1068'
  const tread =
    '176,1066! 250,1088 480,1082 700,1070 1014,1074! 1002,1100! 640,1094 480,1104! 262,1104 190,1088'
  const shoe = [
    piece(shape(tongue), trim, { round: 14 }),
    piece(shape(collar), { colour: tones.ink, texture: suede }, { round: 10 }),
    piece(shape(upper), knit, {
      round: 30,
      inside: gleam('236,960 320,912 420,886', 36, 0.36, 14),
    }),
    piece(shape(toe), skin, { round: 18, lift: 4 }),
    stitches(thread, line('284,918 280,956 326,998 430,1014 532,1018'), 7, 2),
    piece(shape(heel), skin, { round: 18, lift: 4 }),
    stitches(thread, line('600,1018 662,940 766,878 890,858 1000,864'), 7, 2),
    piece(shape('536,1020! 640,872! 692,850! 628,1014!'), trim, { round: 8, lift: 3 }),
    piece(shape('664,1012! 736,866! 790,844! 752,1004!'), trim, { round: 8, lift: 3 }),
    piece(shape(tab), trim, { round: 14, lift: 4 }),
    piece(shape(eyestay), skin, { round: 15, lift: 4 }),
    ...eyelets.map(([x, y]) => ring('steel', x, y, 9, 3)),
    laces(eyelets, [-56, -34], tones.ivory),
    piece(shape(foam), rubber, {
      round: 18,
      lift: 2,
      inside:
        seam(rubber.colour, '160,1056! 320,1074 520,1050 720,1034 1054,996!', 2) +
        shade('600,1008 760,996 1020,954', 12, 0.2),
    }),
    piece(shape(tread), { colour: tones.tan, sheen: 0.7 }, { round: 7 }),
  ].join('')
  return {
    backdrop: { tone: '#c9a55c', prop: 'plinth', propTone: tones.bone },
    floor: FLOOR + 2,
    product: posed(shoe, 0.99, 0.92, 2),
  }
}

function highTop(): StillLife {
  const colour = tones.ochre
  const cotton = { colour, texture: canvas, sheen: 0.75 }
  const thread = lighter(colour, 0.45)
  const eyelets = points('500,888 562,850 612,806 650,752 672,694 682,636')
  const tongue = '600,780! 604,650 622,560 664,534 716,552! 724,622! 690,720'
  const collar = '656,608! 740,582 850,576 936,592! 850,622 740,628'
  const upper =
    '226,1034! 232,984 280,938 370,906 450,880 550,824 620,750 648,680 656,606! 740,622 850,616 936,590! 950,690 944,800 962,900 978,1036! 600,1056 300,1050'
  const heel = '898,604! 938,588! 953,690 947,800 965,900 981,1038! 930,1044! 912,880 903,760'
  const cap = '210,1050! 216,984 270,940 350,914! 400,950 412,1010 402,1058! 300,1058'
  const sole =
    '202,1022! 300,1038 600,1042 990,1016! 1002,1056 990,1098! 600,1102 236,1102! 202,1086'
  const shoe = [
    piece(shape(tongue), { ...cotton, colour: darker(colour, 0.1) }, { round: 14 }),
    piece(
      shape(collar),
      { colour: tones.bone, texture: canvas },
      {
        round: 9,
        inside: shade('656,606 760,590 936,592', 18, 0.35),
      },
    ),
    piece(shape(upper), cotton, {
      round: 34,
      inside: [
        fold(colour, '700,860 780,840 890,870', 34, 0.4),
        fold(colour, '720,780 800,800 910,770', 30, 0.34),
        gleam('740,650 730,730 710,800', 46, 0.16, 18),
      ].join(''),
    }),
    stitches(thread, line('734,634 724,730 690,820 620,900 556,948'), 7, 2.2),
    stitches(thread, line('747,634 737,736 702,828 630,908 566,958'), 7, 2.2),
    stitches(thread, line('664,622! 740,640 850,632 932,606!'), 7, 2.2),
    piece(shape(heel), cotton, { round: 10, lift: 3 }),
    ...eyelets.map(([x, y]) => ring('steel', x, y, 10, 4)),
    laces(eyelets, [-62, -24], '#f4efe4'),
    piece(shape(cap), rubber, {
      round: 22,
      lift: 4,
      inside: gleam('250,1000 300,958 350,938', 28, 0.6, 10),
    }),
    piece(shape(sole), rubber, { round: 12, lift: 3 }),
    stroke(line('206,1054! 300,1066 600,1070 996,1046!'), tones.oxblood, 6, 0.9),
    piece(
      shape('908,1022! 990,1014! 999,1050! 912,1060!'),
      { colour: tones.oxblood },
      { round: 5 },
    ),
    piece(oval(826, 724, 54), rubber, { round: 7, lift: 2 }),
    stroke(oval(826, 724, 43), tones.oxblood, 4, 0.9),
    stroke(shape('800,724! 826,698! 852,724! 826,750!'), tones.oxblood, 4, 0.9),
    strap(cotton, '936,606! 962,590 964,650 944,662!', 11, 3),
  ].join('')
  return {
    backdrop: { tone: '#74828e' },
    floor: FLOOR + 40,
    product: posed(pair(shoe, 120, -100), 1.02, 0.94, 40),
  }
}

export const sneakers = [court, runner, highTop]
