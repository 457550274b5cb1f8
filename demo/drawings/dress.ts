import { fold, gleam, piece, seam, shade, stitches, strap } from './cloth.ts'
import { falling, gathers, hanging } from './drapery.ts'
import { line, mirrored, ribbon, shape, sides } from './geometry.ts'
import { button } from './hardware.ts'
import { darker, tones } from './palette.ts'
import type { StillLife } from './photograph.ts'
import { stroke } from './svg.ts'
import { layered, printed, satin, silk, wool } from './texture.ts'

/** A thin metal hanger on a hook, for what hangs by its straps. */
export function hanger(y: number, reach: number): string {
  const wire = `M${600 - reach} ${y + 34}C${600 - reach * 0.6} ${y + 10} 570 ${y - 20} 600 ${y - 34}C630 ${y - 20} ${600 + reach * 0.6} ${y + 10} ${600 + reach} ${y + 34}`
  const hook = `M600 ${y - 34}L600 ${y - 74}C600 ${y - 96} 634 ${y - 100} 634 ${y - 128}C634 ${y - 160} 584 ${y - 164} 580 ${y - 132}`
  const brass = [
    stroke(wire + hook, '#6d5020', 11, 1),
    stroke(wire + hook, '#d6b36a', 7, 1),
    `<g transform="translate(-1.5 -1.5)">${stroke(wire + hook, '#fff1c9', 2.4, 0.9)}</g>`,
  ]
  return brass.join('')
}

function slip(): StillLife {
  const colour = '#e6d0ac'
  const cloth = { colour, texture: satin, sheen: 0.85 }
  const side = '600,486 650,470 690,430 712,398! 730,440 750,512 744,600 726,690 748,820 776,1000'
  const body = hanging(side, { half: 206, y: 1330, waves: 4, depth: 12 })
  const back = shape(mirrored('600,446 670,436 712,408! 748,560! 600,600!'))
  const cowl = [0, 1, 2].map((row) =>
    fold(
      colour,
      `${500 + row * 4},${432 + row * 34} 560,${506 + row * 40} 600,${520 + row * 42} 640,${506 + row * 40} ${700 - row * 4},${432 + row * 34}`,
      30 - row * 4,
      0.5,
    ),
  )
  return {
    backdrop: { tone: tones.sage },
    product: [
      hanger(270, 132),
      ...sides.map((at) => strap(cloth, at('712,412! 718,350 714,300!'), 8, 2)),
      piece(back, { ...cloth, colour: darker(colour, 0.25) }, { round: 14 }),
      piece(body, cloth, {
        round: 22,
        inside: [
          falling(colour, {
            top: 700,
            foot: 1320,
            topHalf: 110,
            footHalf: 196,
            count: 7,
            width: 44,
            depth: 0.42,
            seed: 4,
          }),
          fold(colour, '462,600 500,680 600,730', 34, 0.3),
          fold(colour, '738,610 710,680 640,740', 30, 0.26),
          gleam('700,470 716,540 706,620', 26, 0.3, 11),
          gleam('510,660 488,840 450,1200', 46, 0.7, 14),
          gleam('490,470 476,540 486,630', 30, 0.5, 11),
          gleam('630,740 656,950 690,1240', 34, 0.5, 11),
          ...cowl,
        ].join(''),
      }),
      stitches(darker(colour, 0.25), line('398,1318 600,1332 802,1318'), 4, 1.2),
    ].join(''),
  }
}

const sprigs = layered(
  printed(
    110,
    120,
    '<g fill="#efe3c8" opacity="0.9"><path d="M20 60C10 44 18 30 30 22C36 36 34 50 20 60Z"/><path d="M22 62C36 52 50 54 60 62C48 72 34 72 22 62Z"/><path d="M75 118C65 102 73 88 85 80C91 94 89 108 75 118Z"/><path d="M77 4C91 -6 105 -4 115 4C103 14 89 14 77 4Z"/></g>' +
      '<g fill="#26262c" opacity="0.75"><circle cx="70" cy="34" r="5"/><circle cx="14" cy="96" r="5"/><circle cx="46" cy="98" r="3.4"/></g>',
    14,
  ),
  silk,
)

function wrapped(): StillLife {
  const colour = '#b07c28'
  const cloth = { colour, texture: sprigs, sheen: 0.85 }
  const right = '600,300! 672,280! 780,322! 790,420 766,540 726,660! 770,800 830,1000'
  const body = hanging(right, { half: 268, y: 1270, waves: 6, depth: 18 })
  const sleeve =
    '776,320! 826,360 876,560 900,760 898,900! 860,916 812,906! 806,760 770,600 756,500! 748,410'
  const opening = '540,286! 600,268 660,286! 640,420 600,596! 566,440!'
  const facing = { ...cloth, sheen: 1 }
  return {
    backdrop: { tone: tones.bone, prop: 'window' },
    product: [
      piece(
        shape('536,288! 600,264 664,288! 660,480! 540,480!'),
        { ...cloth, colour: darker(colour, 0.45) },
        { round: 10 },
      ),
      piece(body, cloth, {
        round: 40,
        inside: [
          piece(shape(opening), { colour: '#5a3c12' }, { round: 10 }),
          falling(colour, {
            top: 690,
            foot: 1280,
            topHalf: 100,
            footHalf: 250,
            count: 10,
            width: 44,
            depth: 0.44,
            seed: 9,
          }),
          gathers(colour, { y: 690, half: 110, length: 170, count: 11, width: 20, depth: 0.45 }),
          fold(colour, '470,430 520,540 560,650', 34, 0.4),
          fold(colour, '730,440 690,550 640,650', 34, 0.4),
        ].join(''),
      }),
      piece(ribbon('676,272 652,400 590,560 520,690', 34, 44, 46, 40), facing, {
        round: 9,
        lift: 5,
      }),
      fold(colour, '760,400 700,540 620,660', 30, 0.42),
      piece(ribbon('524,272 548,400 610,560 690,690', 34, 44, 46, 40), facing, {
        round: 9,
        lift: 6,
      }),
      piece(shape('540,270! 600,250 660,270! 664,292! 600,278 536,292!'), facing, {
        round: 6,
        lift: 3,
      }),
      ...sides.map((at) =>
        piece(shape(at(sleeve)), cloth, {
          round: 28,
          lift: 9,
          inside:
            fold(colour, at('764,560 820,600 866,590'), 34, 0.42) +
            fold(colour, at('888,690 840,730 800,720'), 30, 0.36) +
            fold(colour, at('810,800 850,820 890,800'), 26, 0.3),
        }),
      ),
      piece(shape('470,656! 600,676 730,656! 732,702! 600,722 468,702!'), cloth, {
        round: 12,
        lift: 5,
      }),
      piece(shape('690,690! 722,690! 760,1010! 716,1024! 700,860'), cloth, { round: 10, lift: 7 }),
      piece(shape('712,690! 736,684! 826,930! 790,950! 752,820'), cloth, { round: 10, lift: 7 }),
      piece(shape('676,660 730,650 748,690 728,724 680,716'), cloth, {
        round: 12,
        lift: 7,
        inside: fold(colour, '684,670 710,690 740,694', 12, 0.5),
      }),
    ].join(''),
  }
}

function aLine(): StillLife {
  const colour = tones.ink
  const cloth = { colour, texture: wool, sheen: 1 }
  const white = { colour: tones.bone, texture: silk, sheen: 0.7 }
  const right = '600,380! 650,368 690,330! 768,350! 752,440 766,530 782,560! 772,660 800,860'
  const body = hanging(right, { half: 262, y: 1150, waves: 3, depth: 12 })
  const wing = '600,384! 640,376 676,340 684,306! 716,336 738,390 702,470! 640,430'
  return {
    backdrop: { tone: '#c4a48e', prop: 'arch', propTone: '#cdb09c' },
    product: `<g transform="translate(-72 60) scale(1.12)">${[
      piece(
        shape(mirrored('600,308! 650,306 688,320! 660,380! 600,396!')),
        { colour: darker(tones.slate, 0.2), texture: satin },
        { round: 12, inside: shade('530,312 600,330 670,312', 20, 0.45) },
      ),
      piece(body, cloth, {
        round: 44,
        inside: [
          seam(colour, '520,440 486,640 440,1160', 1.5),
          seam(colour, '680,440 714,640 760,1160', 1.5),
          falling(colour, {
            top: 700,
            foot: 1160,
            topHalf: 130,
            footHalf: 240,
            count: 6,
            width: 46,
            depth: 0.5,
            seed: 12,
          }),
          fold(colour, '444,560 480,600 510,600', 24, 0.5),
          fold(colour, '756,560 720,600 690,600', 24, 0.5),
          seam(colour, '600,400! 600,700!', 1.6),
        ].join(''),
      }),
      ...sides.map(
        (at) =>
          piece(shape(at(wing)), white, { round: 8, lift: 6 }) +
          stitches('#b9ae98', line(at('612,388! 644,424 698,458! 728,388 708,340!')), 5, 1.5),
      ),
      ...[450, 520, 590, 660].map((y) => button(600, y, 14, '#3a3a42')),
      ...sides.map((at) =>
        piece(shape(at('654,760! 752,752! 756,788! 658,798!')), cloth, { round: 6, lift: 4 }),
      ),
      stitches('#4b4b55', line('346,1128 600,1146 854,1128'), 6, 1.4),
    ].join('')}</g>`,
  }
}

export const dresses = [slip, wrapped, aLine]
