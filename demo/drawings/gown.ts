import { fold, folds, gleam, piece, seam, shade, strap } from './cloth.ts'
import { hanger } from './dress.ts'
import { falling, gathers, hanging } from './drapery.ts'
import { line, mirrored, range, shape } from './geometry.ts'
import { darker, tones } from './palette.ts'
import type { StillLife } from './photograph.ts'
import { fill } from './svg.ts'
import { pleated, satin } from './texture.ts'

function column(): StillLife {
  const colour = tones.oxblood
  const cloth = { colour, texture: satin, sheen: 1.3 }
  const right = '600,292 640,270 700,262 736,290! 742,380 712,520 720,580 748,700 756,860 760,1100'
  const body = hanging(right, { half: 196, y: 1366, waves: 4, depth: 12 })
  const drape = range(6).map((row) => ({
    outline: `${470 - row},${310 + row * 40} ${560 - row * 4},${380 + row * 44} ${690 + row * 2},${330 + row * 36}`,
    width: 28,
  }))
  return {
    backdrop: { tone: tones.blush, prop: 'arch', propTone: '#d8a99a' },
    product: [
      piece(shape(mirrored('600,300! 660,256 730,286! 700,340! 600,350!')), { ...cloth, colour: darker(colour, 0.5) }, { round: 10 }),
      piece(shape('690,660! 760,800 800,1050 850,1330! 760,1390 640,1380!'), { ...cloth, colour: darker(colour, 0.3) }, { round: 30 }),
      piece(body, cloth, {
        round: 44,
        inside: [
          falling(colour, { top: 640, foot: 1370, topHalf: 130, footHalf: 190, count: 7, width: 46, depth: 0.55, seed: 21 }),
          gleam('500,620 480,800 470,1200', 50, 0.26, 20),
          gleam('610,700 604,950 590,1250', 36, 0.2, 15),
          folds(colour, drape, 0.75),
          gleam('500,330 560,390 640,380', 26, 0.3, 10),
        ].join(''),
      }),
      piece(shape('660,1400! 668,1150 684,980 702,860! 730,960 752,1150 768,1372!'), { ...cloth, colour: darker(colour, 0.62) }, { round: 16 }),
      piece(shape('470,540! 560,600 680,560 724,520! 736,570 690,640 600,668 500,640 466,580!'), cloth, {
        round: 14,
        lift: 6,
        inside: folds(colour, ['480,566 560,616 700,560', '484,590 570,640 716,570', '500,620 590,656 700,620'].map((outline) => ({ outline, width: 16 })), 0.7),
      }),
      piece(shape('676,560 730,530 760,570 742,640 690,650 664,610'), cloth, { round: 16, lift: 8, inside: fold(colour, '684,580 712,600 744,590', 16, 0.6) }),
      piece(shape('690,640! 738,630! 790,900! 760,960 700,920! 706,780'), cloth, { round: 16, lift: 8, inside: fold(colour, '714,650 730,780 744,930', 22, 0.6) }),
    ].join(''),
  }
}

function grecian(): StillLife {
  const colour = tones.slate
  const cloth = { colour, texture: pleated, sheen: 0.95 }
  const body =
    '470,600! 452,480 452,400! 560,360 680,290 760,236! 800,240! 776,330 752,420 744,600! 770,760 812,1000 862,1340! 790,1372 730,1352 660,1382 590,1360 520,1380 450,1356 390,1374 338,1344! 388,1000 440,760'
  const lines = range(17).map((index) => {
    const share = index / 16
    return { outline: `${462 + share * 280},610 ${452 + share * 300},820 ${350 + share * 500},1380`, width: 30 }
  })
  const bodice = range(12).map((index) => {
    const share = index / 11
    return { outline: `${466 + share * 270},600 ${500 + share * 220},460 ${700 + share * 90},${300 - share * 40}`, width: 20 }
  })
  return {
    backdrop: { tone: tones.champagne },
    product: [
      piece(shape('452,404! 560,350 700,280 790,250! 744,430! 600,440!'), { ...cloth, colour: darker(colour, 0.4) }, { round: 14 }),
      piece(shape('764,244! 804,240! 876,420 920,700 950,980! 880,1000! 850,740 800,480'), { ...cloth, colour: darker(colour, 0.1) }, { round: 22, lift: 8, inside: folds(colour, ['786,270 850,520 900,980', '776,280 830,520 880,980', '796,260 872,520 926,960'].map((outline) => ({ outline, width: 18 })), 0.5) }),
      piece(shape(body), cloth, {
        round: 40,
        inside: [
          folds(colour, lines, 0.5),
          folds(colour, bodice, 0.55),
          gleam('480,700 440,950 400,1250', 60, 0.2, 26),
          fold(colour, '640,640 680,900 720,1340', 50, 0.4),
        ].join(''),
      }),
      piece(shape('462,574! 600,606 746,570! 750,622! 600,660 464,628!'), cloth, {
        round: 12,
        lift: 5,
        inside: folds(colour, ['464,594 600,622 748,590', '464,610 600,640 748,606'].map((outline) => ({ outline, width: 10 })), 0.7),
      }),
      seam(colour, '452,402! 560,362 680,292 762,238!', 1.6),
    ].join(''),
  }
}

function fullSkirt(): StillLife {
  const colour = tones.blush
  const cloth = { colour, texture: satin, sheen: 1.15 }
  const skirt = hanging('600,600! 700,596! 760,640 860,820 950,1060', { half: 400, y: 1320, waves: 8, depth: 30 })
  const bodice = shape(mirrored('600,400! 640,372 690,350 726,366! 744,430 728,500 704,606! 600,622!'))
  return {
    backdrop: { tone: '#6b7a88', prop: 'disc', propTone: '#7c8a96' },
    product: [
      hanger(230, 120),
      strap(cloth, '508,362! 500,310 498,262!', 10, 2),
      strap(cloth, '692,362! 700,310 702,262!', 10, 2),
      piece(shape(mirrored('600,380! 690,344 724,366! 700,430! 600,440!')), { ...cloth, colour: darker(colour, 0.35) }, { round: 10 }),
      piece(skirt, cloth, {
        round: 60,
        inside: [
          falling(colour, { top: 612, foot: 1340, topHalf: 92, footHalf: 390, count: 13, width: 66, depth: 0.52, seed: 31 }),
          gathers(colour, { y: 606, half: 100, length: 240, count: 17, width: 22, depth: 0.6, spread: 1.7 }),
          gleam('500,760 400,960 320,1220', 70, 0.36, 28),
          gleam('640,760 680,980 720,1240', 50, 0.26, 22),
        ].join(''),
      }),
      piece(bodice, cloth, {
        round: 30,
        inside: [
          seam(colour, '540,384 528,500 548,616', 1.5),
          seam(colour, '660,384 672,500 652,616', 1.5),
          seam(colour, '600,404! 600,622!', 1.4),
          gleam('508,390 504,480 520,570', 28, 0.4, 11),
          shade('690,380 706,480 684,600', 34, 0.18),
        ].join(''),
      }),
      fill(shape(mirrored('600,596 640,594 706,588! 708,622! 640,630 600,632')), darker(colour, 0.3), 0.25),
      piece(shape(mirrored('600,594 640,592 706,584! 707,614! 640,624 600,626')), cloth, { round: 8, lift: 3 }),
      shade('500,626 600,640 700,626', 14, 0.3),
    ].join(''),
  }
}

export const gowns = [column, grecian, fullSkirt]
void [line]
