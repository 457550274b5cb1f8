import { fold, gleam, piece, seam, shade, stitches, strap } from './cloth.ts'
import { along, line, oval, shape } from './geometry.ts'
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
  const sole = '172,1020! 300,1034 600,1036 1000,1008! 1022,1030 1016,1084 990,1100! 240,1100! 190,1088 172,1056'
  const body =
    '178,1034! 180,960 230,906 320,876 430,826 540,744 610,668 640,640! 700,660 770,690 850,694 930,668 984,632! 1004,720 1000,840 1012,1020! 600,1050 300,1048'
  const eyestay = '404,852! 500,790 580,706 640,646! 700,690! 680,780 620,860 560,930! 480,920 430,890'
  const eyelets = [[474, 846], [516, 812], [554, 774], [590, 734], [624, 690]] as const
  const shoe = [
    piece(shape('560,720! 590,610 640,560 690,580! 720,690! 640,700'), { ...hide, colour: darker(colour, 0.06) }, { round: 16 }),
    piece(shape('640,650! 760,640 880,634 984,632! 930,690 850,712 760,704!'), { colour: tones.bone, texture: suede }, { round: 14, inside: shade('640,660 800,660 980,636', 30, 0.3) }),
    piece(shape(body), hide, { round: 40, inside: gleam('230,960 320,910 420,880', 50, 0.5, 20) + fold(colour, '450,940 520,1000 500,1040', 34, 0.24) }),
    piece(shape('176,1040! 182,964 232,910 320,880! 352,940 350,1000 330,1050! 240,1050'), hide, { round: 24, lift: 3 }),
    ...along('250,950 280,930 312,914', 20).flatMap(({ x, y }) => [0, 1, 2].map((row) => fill(oval(x + row * 14, y + row * 22, 4), '#a8a092'))),
    piece(shape('640,1050! 660,920 720,840 820,800 1000,800! 1016,1030! 820,1052'), hide, { round: 22, lift: 3 }),
    stitches(thread, line('656,1040 674,926 730,852 824,814 996,814'), 7, 2),
    piece(shape('900,690! 940,668 986,626! 1006,720 1004,810! 960,812 912,790!'), { colour: tones.olive, texture: suede }, { round: 18, lift: 3 }),
    piece(shape(eyestay), hide, { round: 18, lift: 4 }),
    stitches(thread, line('428,878 490,908 552,918 612,848 668,772 688,696'), 7, 2),
    ...eyelets.map(([x, y]) => fill(oval(x + 18, y + 10, 6), '#4a443c')),
    laces(eyelets.map(([x, y]) => [x + 18, y + 10] as const), [-66, -34], '#f6f3ec'),
    piece(shape(sole), rubber, { round: 16, lift: 2, inside: shade('180,1098! 1010,1098!', 12, 0.2) }),
    stitches('#c9c1b2', line('184,1044! 300,1054 600,1056 1008,1030!'), 8, 2),
  ].join('')
  return { backdrop: { tone: tones.sage }, floor: FLOOR + 30, product: posed(pair(shoe, 120, -84), 0.95, 0.84, 30) }
}

function runner(): StillLife {
  const colour = tones.slate
  const knit = { colour: lighter(colour, 0.22), texture: mesh, sheen: 0.8 }
  const skin = { colour, texture: suede, sheen: 0.8 }
  const trim = { colour: tones.bone, texture: calf, sheen: 0.8 }
  const foam = '150,1000! 200,1020 320,1024 520,1000 700,990 880,976 1010,940! 1060,960 1056,1000 1030,1060 1004,1084! 700,1076 480,1090 240,1094 160,1060'
  const tread = '160,1058! 240,1082 480,1078 700,1064 1010,1070! 1000,1100! 640,1092 480,1104! 250,1104 176,1084'
  const body = '156,1016! 160,950 214,900 310,866 430,800 530,720 600,640! 680,668 770,686 850,676 920,640 972,590! 1012,640 1000,760 1020,950! 700,1010 520,1024 300,1044'
  const eyelets = [[440, 826], [482, 796], [520, 762], [556, 726], [588, 688]] as const
  const shoe = [
    piece(shape('530,710! 560,600 604,548 660,560! 700,680! 620,700'), trim, { round: 16 }),
    piece(shape('600,650! 740,620 870,604 972,590! 920,660 850,694 760,704!'), { colour: tones.ink, texture: suede }, { round: 12 }),
    piece(shape(body), knit, { round: 38, inside: gleam('230,950 330,890 420,850', 50, 0.3, 20) }),
    piece(shape('152,1030! 160,950 214,900 300,870! 290,930 330,980 430,1004 540,1004! 520,1040 300,1050'), skin, { round: 22, lift: 4 }),
    stitches(lighter(colour, 0.4), line('286,886 280,934 324,990 430,1014 530,1014'), 7, 2),
    piece(shape('560,1020! 640,900 760,800 900,770 1000,780! 1024,960! 820,1000'), skin, { round: 24, lift: 4 }),
    stitches(lighter(colour, 0.4), line('580,1010 654,910 766,816 900,786 998,796'), 7, 2),
    piece(shape('612,1010! 560,900! 620,860! 720,920 700,1010!'), trim, { round: 12, lift: 3 }),
    piece(shape('740,990! 690,850! 750,810! 830,900 810,990!'), trim, { round: 12, lift: 3 }),
    piece(shape('880,700! 930,650 974,584! 1016,640 1006,770! 950,780 890,770!'), trim, { round: 18, lift: 4 }),
    piece(shape('380,840! 480,770 560,690 602,638! 664,690! 640,780 560,870 520,930! 440,920 400,890'), skin, { round: 18, lift: 4 }),
    ...eyelets.map(([x, y]) => ring('steel', x + 24, y + 14, 9, 3)),
    laces(eyelets.map(([x, y]) => [x + 24, y + 14] as const), [-70, -34], tones.ivory),
    piece(shape(foam), rubber, {
      round: 22,
      lift: 2,
      inside: seam(rubber.colour, '150,1040! 320,1062 520,1040 720,1026 1050,990!', 2) + shade('600,1010 760,1000 1010,960', 14, 0.2),
    }),
    piece(shape(tread), { colour: tones.tan, sheen: 0.7 }, { round: 8 }),
  ].join('')
  return { backdrop: { tone: tones.ochre, prop: 'plinth', propTone: tones.bone }, floor: FLOOR + 2, product: posed(shoe, 0.98, 0.86, 2) }
}

function highTop(): StillLife {
  const colour = tones.ochre
  const cotton = { colour, texture: canvas, sheen: 0.75 }
  const thread = lighter(colour, 0.45)
  const body =
    '230,1020! 236,960 290,920 400,880 500,800 570,690 600,560 606,420! 700,440 800,440 890,410! 906,560 900,700 930,800 950,1030! 600,1050 300,1044'
  const eyelets = [[482, 846], [540, 790], [584, 724], [612, 654], [626, 584], [634, 514], [638, 448]] as const
  const shoe = [
    piece(shape('560,680! 552,520 566,380 620,350 680,380! 690,470! 640,600'), { ...cotton, colour: darker(colour, 0.1) }, { round: 16 }),
    piece(shape('606,424! 700,400 800,396 890,410! 800,452 700,452'), { colour: tones.bone, texture: canvas }, { round: 10, inside: shade('606,420 740,410 890,410', 20, 0.35) }),
    piece(shape(body), cotton, {
      round: 44,
      inside: fold(colour, '640,800 740,780 860,820', 40, 0.35) + fold(colour, '650,700 760,720 880,690', 36, 0.3) + gleam('700,480 690,600 690,700', 60, 0.16, 24),
    }),
    stitches(thread, line('700,446 690,600 670,740 600,850 540,920'), 7, 2.2),
    stitches(thread, line('712,446 702,604 682,748 612,858 552,930'), 7, 2.2),
    stitches(thread, line('612,436! 700,456 800,456 888,426!'), 7, 2.2),
    piece(shape('858,430! 892,412! 908,560 902,700 932,800 952,1034! 900,1040! 880,820 868,700'), cotton, { round: 12, lift: 3 }),
    ...eyelets.map(([x, y]) => ring('steel', x + 30, y + 8, 11, 4)),
    laces(eyelets.map(([x, y]) => [x + 30, y + 8] as const), [-78, -30], '#f4efe4'),
    piece(shape('216,1040! 224,950 290,910 372,890! 420,930 430,1000 420,1050! 300,1050'), rubber, { round: 26, lift: 4, inside: gleam('260,980 310,940 370,920', 34, 0.6, 12) }),
    piece(shape('206,1010! 300,1026 600,1030 966,1004! 976,1050 966,1096! 600,1102 240,1102! 210,1080'), rubber, { round: 14, lift: 3 }),
    stroke(line('210,1040! 300,1052 600,1056 970,1034!'), tones.oxblood, 7, 0.9),
    piece(shape('880,1010! 964,1000! 972,1040! 884,1052!'), { colour: tones.oxblood }, { round: 5 }),
    piece(oval(790, 620, 62), rubber, { round: 8, lift: 2 }),
    stroke(oval(790, 620, 50), tones.oxblood, 5, 0.9),
    stroke(shape('760,620! 790,590! 820,620! 790,650!'), tones.oxblood, 5, 0.9),
    strap(cotton, '896,420! 930,400 930,470 900,480!', 12, 3),
  ].join('')
  return { backdrop: { tone: tones.slate }, floor: FLOOR + 60, product: posed(pair(shoe, 140, -60), 1.02, 0.92, 60) }
}

export const sneakers = [court, runner, highTop]
