import { fold, gleam, piece, seam, shade, stitches, strap } from './cloth.ts'
import { along, line, moved, reflected, shape } from './geometry.ts'
import { buckle } from './hardware.ts'
import { darker, lighter, tones } from './palette.ts'
import type { StillLife } from './photograph.ts'
import { board, FLOOR, posed } from './shoe.ts'
import { shifted, stroke, turned } from './svg.ts'
import { calf, canvas, jute } from './texture.ts'

function strappy(): StillLife {
  const colour = '#d3a95f'
  const foil = { colour, sheen: 1.2 }
  const back = { ...foil, colour: darker(colour, 0.35) }
  const sole = '186,1092 280,1098 400,1096 510,1076 630,1010 770,912 880,846 972,812'
  const heel = shape('862,846! 980,806! 982,870 954,970 946,1100! 922,1100! 924,990 906,900')
  const product = [
    piece(shape('372,956! 430,962 466,1008 470,1066! 436,1074! 430,1022 408,988 372,974!'), back, {
      round: 7,
    }),
    strap(back, '1000,566 940,544 860,548 800,570', 22, 2),
    piece(
      board('190,1086 280,1086 400,1080 510,1058 630,992 770,894 880,830 972,798', 18),
      { colour: tones.blush, texture: calf },
      { round: 5 },
    ),
    piece(heel, foil, { round: 12, inside: gleam('890,850 928,960 930,1080', 12, 0.8, 4) }),
    piece(board(sole, 12), foil, { round: 4 }),
    piece(shape('878,836! 976,806! 1006,700 1012,580 998,556! 974,566! 974,660 940,760'), foil, {
      round: 16,
      lift: 3,
      inside: gleam('960,790 984,700 990,600', 16, 0.6, 6),
    }),
    piece(shape('258,1094! 268,1030 312,976 376,954! 424,962! 396,1000 372,1044 368,1098!'), foil, {
      round: 14,
      lift: 6,
      inside: gleam('290,1060 310,1010 366,970', 18, 0.7, 6),
    }),
    seam(colour, '318,1096 326,1040 356,994 398,962', 1.6),
    strap(foil, '800,570 830,604 920,612 1004,584', 24, 6),
    strap(foil, '392,962! 540,830 690,704 808,592!', 17, 5),
    buckle('gold', 866, 607, 36, 34, 94),
  ].join('')
  return {
    backdrop: { tone: '#b98468', prop: 'disc', propTone: '#c49478' },
    floor: FLOOR + 40,
    product: posed(product, 0.97, 1.16, 40),
  }
}

function slides(): StillLife {
  const colour = tones.tan
  const hide = { colour, texture: calf, sheen: 1 }
  const insole = { colour: tones.champagne, texture: calf, sheen: 0.7 }
  const thread = tones.bone
  const outline =
    '470,330 550,420 566,560 540,720 520,880 530,1060 490,1190 400,1216 322,1180 296,1050 320,880 310,720 288,560 320,420 400,330'
  const foot = (mirror: boolean) => {
    const side = (ring: string) => (mirror ? reflected(ring, 600) : ring)
    return [
      piece(shape(moved(side(outline), 5, 10)), { colour: tones.chocolate }, { round: 8 }),
      piece(shape(side(outline)), insole, {
        round: 22,
        inside:
          shade(side('420,420 440,520 420,620'), 130, 0.1, 40) +
          shade(side('410,1020 420,1080 410,1120'), 120, 0.1, 40),
      }),
      stitches(
        tones.tan,
        shape(
          side(
            '466,352 534,430 548,560 524,720 504,880 512,1050 478,1172 400,1196 336,1166 314,1050 338,880 328,720 306,560 334,430 404,352',
          ),
        ),
        8,
        2,
      ),
      piece(
        shape(side('280,640! 300,520! 420,560 574,740! 560,870! 420,720')),
        { ...hide, colour: darker(colour, 0.1) },
        { round: 18, lift: 10 },
      ),
      piece(shape(side('578,640! 556,510! 440,560 286,740! 300,880! 440,720')), hide, {
        round: 20,
        lift: 12,
        inside: gleam(side('330,780 430,680 540,590'), 40, 0.3, 16),
      }),
      stitches(thread, line(side('296,748! 444,574 552,526!')), 8, 2.2),
      stitches(thread, line(side('308,862! 436,706 570,628!')), 8, 2.2),
    ].join('')
  }
  const left = shifted(foot(false), -20, -30)
  const right = shifted(foot(true), 16, 44)
  return {
    backdrop: { tone: tones.paper, prop: 'window' },
    distance: 12,
    product: turned(left + right, 7, 600, 770),
  }
}

function espadrille(): StillLife {
  const colour = tones.ochre
  const cotton = { colour, texture: canvas, sheen: 0.75 }
  const rope = { colour: tones.straw, texture: jute, sheen: 0.9 }
  const thread = lighter(colour, 0.4)
  const wedge =
    '176,1030! 300,1040 430,1024 560,960 720,860 860,800 992,778! 1012,900 1004,1070 980,1098! 600,1100 240,1100! 186,1090'
  const toe =
    '172,1036! 182,970 240,916 330,890 430,880! 490,900 540,930 566,964! 500,1010 430,1034 300,1048'
  const heel =
    '764,846! 800,770 850,690 876,620 892,566! 950,572 1006,548! 1014,640 1008,730 998,792! 900,806'
  const product = [
    piece(
      shape('430,884! 560,900 700,850 850,770 960,700! 990,780! 860,806 720,866 560,966!'),
      { colour: tones.bone, texture: canvas },
      { round: 10 },
    ),
    strap({ ...cotton, colour: darker(colour, 0.35) }, '800,520 880,494 970,506 1010,540', 40, 2),
    piece(shape(wedge), rope, {
      round: 30,
      inside: [
        '182,1056 320,1064 460,1044 600,976 740,890 860,836 1010,812',
        '190,1080 330,1086 480,1072 620,1014 760,934 870,884 1010,862',
      ]
        .map((row) => seam(tones.straw, row, 2))
        .join(''),
    }),
    piece(shape(toe), cotton, {
      round: 32,
      lift: 4,
      inside:
        gleam('220,980 290,930 400,910', 50, 0.24, 18) +
        fold(colour, '330,1000 420,980 480,940', 24, 0.3),
    }),
    stitches(thread, line('434,890 486,909 532,936 556,962'), 7, 2),
    piece(shape(heel), cotton, { round: 26, lift: 4 }),
    ...along('178,1040 300,1050 430,1036 500,1012 566,964', 24).map(({ x, y, angle }) =>
      turned(stroke(`M${x} ${y - 10}L${x} ${y + 10}`, tones.ivory, 4, 0.9), angle, x, y),
    ),
    ...along('780,842 860,808 996,786', 24).map(({ x, y, angle }) =>
      turned(stroke(`M${x} ${y - 10}L${x} ${y + 10}`, tones.ivory, 4, 0.9), angle, x, y),
    ),
    strap(cotton, '800,520 836,572 920,588 1008,548', 42, 7),
    stitches(thread, line('806,512 842,558 920,574 1004,536'), 7, 2),
    buckle('gold', 880, 580, 58, 54, 96),
  ].join('')
  return {
    backdrop: { tone: tones.fog, prop: 'plinth', propTone: tones.slate },
    floor: FLOOR,
    product: posed(product, 0.98, 1.12),
  }
}

export const sandals = [strappy, slides, espadrille]
