import { fold, folds, gleam, piece, seam, shade, stitches, strap } from './cloth.ts'
import { box, line, mirrored, range, shape } from './geometry.ts'
import { buckle, pull, stud, zip } from './hardware.ts'
import { darker, lighter, tones } from './palette.ts'
import type { StillLife } from './photograph.ts'
import { calf, canvas, grain, nylon } from './texture.ts'

const sideStraps = (cloth: Parameters<typeof strap>[0], top: number, foot: number, reach: number) =>
  strap(
    cloth,
    `450,${top}! ${330 - reach},${top + 40} ${236 - reach},${top + 300} 330,${foot}!`,
    44,
  ) +
  strap(
    cloth,
    `750,${top}! ${870 + reach},${top + 40} ${964 + reach},${top + 300} 870,${foot}!`,
    44,
  )

function flap(): StillLife {
  const colour = tones.ink
  const shell = { colour, texture: nylon, sheen: 0.95 }
  const hide = { colour: darker(tones.chocolate, 0.25), texture: calf, sheen: 1.1 }
  const thread = tones.stone
  const body = shape(
    mirrored('600,470! 740,470 836,520 880,700 904,1000 896,1180 830,1240 600,1246'),
  )
  const gathers = range(13).map((index) => ({
    outline: `${390 + index * 35},480 ${372 + index * 38},560 ${360 + index * 40},700`,
    width: 24,
  }))
  const lid = shape(mirrored('600,430! 750,436 838,490 862,600 850,730 790,782 600,790'))
  const pocket = shape(mirrored('600,880! 850,880! 866,920 872,1150 820,1206 600,1210'))
  const closure = (x: number) =>
    piece(box(x - 26, 640, 52, 330, 24), hide, { round: 8, lift: 5 }) +
    stitches(thread, box(x - 18, 650, 36, 310, 17), 8, 2) +
    buckle('gold', x, 862, 82, 66)
  return {
    backdrop: { tone: tones.fog },
    floor: 1244,
    product: [
      sideStraps({ ...shell, colour: darker(colour, 0.3) }, 480, 1130, 20),
      strap(hide, '520,470! 520,370 560,320 600,314 640,320 680,370 680,470!', 24),
      piece(body, shell, {
        round: 54,
        inside:
          folds(colour, gathers, 0.6) +
          fold(colour, '300,800 420,860 560,850', 50, 0.4) +
          gleam('360,700 330,900 340,1150', 70, 0.14, 30),
      }),
      piece(pocket, shell, {
        round: 34,
        lift: 7,
        inside: gleam('370,930 356,1050 380,1170', 60, 0.16, 24),
      }),
      stitches('#5c5c66', line('340,912! 600,922 860,912!'), 8, 2.2),
      piece(lid, hide, {
        round: 40,
        lift: 12,
        inside: gleam('400,480 380,600 420,740', 110, 0.22, 44),
      }),
      stitches(thread, line('364,560 358,700 400,752 600,764 800,752 842,700 836,560'), 9, 2.4),
      closure(470),
      closure(730),
    ].join(''),
  }
}

function zipped(): StillLife {
  const colour = tones.cognac
  const hide = { colour, texture: grain, sheen: 0.9 }
  const thread = lighter(colour, 0.35)
  const body = shape(
    mirrored('600,404 760,420 860,520 890,720 898,1060 880,1200 800,1246 600,1250'),
  )
  const pocket = shape(mirrored('600,800 790,804 836,850 842,1060 830,1170 760,1204 600,1206'))
  return {
    backdrop: { tone: tones.stone, prop: 'arch', propTone: tones.bone },
    floor: 1248,
    product: [
      sideStraps({ ...hide, colour: darker(colour, 0.35) }, 450, 1120, 26),
      strap(hide, '530,430! 530,330 560,290 600,284 640,290 670,330 670,430!', 26),
      piece(body, hide, { round: 60, inside: gleam('380,560 350,800 350,1120', 120, 0.16, 50) }),
      zip(
        'gold',
        '330,760! 342,600 400,492 500,452 600,446 700,452 800,492 858,600 870,760!',
        darker(colour, 0.3),
        26,
      ),
      piece(pocket, hide, {
        round: 34,
        lift: 8,
        inside: gleam('400,860 384,980 390,1150', 80, 0.16, 34),
      }),
      zip('gold', '398,868! 600,860 802,868!', darker(colour, 0.3), 24),
      stitches(
        thread,
        line('378,910! 374,1060 386,1150 450,1184 600,1186 750,1184 814,1150 826,1060 822,910!'),
        9,
        2.3,
      ),
      pull('gold', 812, 872, 56, 8),
      pull('gold', 866, 748, 56, 6),
      piece(box(520, 640, 160, 60, 12), hide, { round: 8, lift: 3 }),
      stitches(thread, box(529, 649, 142, 42, 7), 7, 2),
    ].join(''),
  }
}

function rollTop(): StillLife {
  const colour = tones.olive
  const waxed = { colour, texture: canvas, sheen: 0.85 }
  const hide = { colour: tones.tan, texture: calf, sheen: 1 }
  const body = shape(mirrored('600,430! 838,430! 858,560 876,900 880,1190 850,1244 600,1250'))
  const belt = (x: number) =>
    piece(box(x - 24, 330, 48, 520, 22), hide, { round: 8, lift: 6 }) +
    stitches(tones.bone, `M${x - 16} 340L${x - 16} 836M${x + 16} 340L${x + 16} 836`, 8, 2) +
    buckle('gold', x, 640, 78, 66)
  return {
    backdrop: { tone: tones.champagne, prop: 'plinth', propTone: tones.clay },
    floor: 1244,
    product: [
      sideStraps({ ...hide, colour: darker(tones.tan, 0.35) }, 520, 1140, 10),
      piece(body, waxed, {
        round: 50,
        inside: [
          fold(colour, '360,450 420,620 380,800', 60, 0.45),
          fold(colour, '820,460 760,640 800,830', 66, 0.5),
          fold(colour, '540,450 600,560 560,720', 50, 0.35),
          fold(colour, '340,780 520,830 700,800', 44, 0.3),
        ].join(''),
      }),
      piece(shape(mirrored('600,860! 838,860! 842,1150 800,1204 600,1206')), waxed, {
        round: 24,
        lift: 7,
      }),
      piece(shape(mirrored('600,846! 852,846! 846,960 720,980 600,984')), waxed, {
        round: 18,
        lift: 8,
      }),
      stitches(
        tones.sand,
        line('356,866! 362,944 480,962 600,966 720,962 838,944 844,866!'),
        9,
        2.3,
      ),
      piece(
        box(322, 316, 556, 140, 56),
        { ...waxed, colour: darker(colour, 0.06) },
        { round: 34, lift: 12 },
      ),
      seam(colour, '340,410! 860,414!', 2),
      shade('340,452! 860,452!', 30, 0.5),
      belt(470),
      belt(730),
      piece(box(566, 950, 68, 96, 20), hide, { round: 8, lift: 5 }),
      stud('gold', 600, 1010, 13),
    ].join(''),
  }
}

export const backpacks = [flap, zipped, rollTop]
