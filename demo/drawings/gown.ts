import { fold, folds, gleam, piece, seam, shade, strap } from './cloth.ts'
import { falling, gathers, hanging } from './drapery.ts'
import { hanger } from './dress.ts'
import { mirrored, range, shape } from './geometry.ts'
import { darker, lighter, tones } from './palette.ts'
import type { StillLife } from './photograph.ts'
import { fill } from './svg.ts'
import { pleated, satin } from './texture.ts'

function column(): StillLife {
  const colour = tones.oxblood
  const cloth = { colour, texture: satin, sheen: 1.3 }
  const right = '600,296 640,272 700,262 736,290! 744,380 716,512 722,580 752,700 762,860 764,1100'
  const body = hanging(right, { half: 200, y: 1366, waves: 4, depth: 12 })
  const ruching = range(7).map((row) => ({
    outline: `${468 + row * 2},${312 + row * 36} ${560 - row * 3},${372 + row * 39} ${726 - row * 3},${326 + row * 33}`,
    width: 26,
  }))
  const cascade = [
    '716,600 752,760 786,1010',
    '726,596 776,760 822,1040',
    '708,610 724,780 742,960',
  ]
  const sash = ['482,566 580,610 716,548', '484,590 590,638 720,570', '490,612 596,654 716,596']
  const wide = (width: number) => (outline: string) => ({ outline, width })
  return {
    backdrop: { tone: tones.blush, prop: 'arch', propTone: '#d8a99a' },
    product: [
      piece(
        shape(mirrored('600,306! 660,258 732,286! 700,340! 600,350!')),
        { ...cloth, colour: darker(colour, 0.5) },
        { round: 10 },
      ),
      piece(body, cloth, {
        round: 40,
        inside: [
          falling(colour, {
            top: 640,
            foot: 1370,
            topHalf: 120,
            footHalf: 196,
            count: 8,
            width: 44,
            depth: 0.6,
            seed: 21,
          }),
          gleam('510,640 480,820 460,1240', 44, 0.34, 14),
          gleam('600,700 596,950 580,1280', 30, 0.26, 11),
          folds(colour, ruching, 0.8),
          gleam('490,320 540,376 620,376', 22, 0.4, 8),
          gleam('500,430 560,476 630,470', 18, 0.3, 7),
          piece(
            shape('664,1420! 672,1180 690,1010 712,880! 728,1000 744,1200 752,1420!'),
            { ...cloth, colour: darker(colour, 0.66) },
            { round: 14 },
          ),
        ].join(''),
      }),
      piece(
        shape('482,542! 560,590 660,566 719,520! 724,590 690,640 600,668 520,644 479,610!'),
        cloth,
        {
          round: 11,
          lift: 5,
          inside: folds(colour, sash.map(wide(16)), 0.75),
        },
      ),
      piece(
        shape('692,590! 740,576! 790,700 834,900 850,1100! 800,1072 760,1030 736,980! 712,800'),
        cloth,
        {
          round: 16,
          lift: 8,
          inside:
            folds(colour, cascade.map(wide(24)), 0.75) +
            gleam('726,640 770,800 806,1000', 16, 0.4, 6),
        },
      ),
      piece(shape('690,556 724,536 748,556 744,592 716,612 690,596'), cloth, {
        round: 11,
        lift: 6,
        inside: folds(
          colour,
          ['696,562 716,576 744,566', '696,584 718,592 744,584'].map(wide(9)),
          0.7,
        ),
      }),
    ].join(''),
  }
}

function grecian(): StillLife {
  const colour = tones.slate
  const cloth = { colour, texture: pleated, sheen: 0.95 }
  const body =
    '470,600! 452,480 452,400! 560,360 680,290 760,236! 800,240! 776,330 752,420 744,600! 770,760 812,1000 862,1340! 800,1362 740,1354 668,1374 596,1366 530,1378 446,1360 386,1364 338,1344! 388,1000 440,760'
  const lines = range(17).map((index) => {
    const share = index / 16
    return {
      outline: `${462 + share * 280},610 ${452 + share * 300},820 ${350 + share * 500},1380`,
      width: 30,
    }
  })
  const bodice = range(12).map((index) => {
    const share = index / 11
    return {
      outline: `${466 + share * 270},600 ${500 + share * 220},460 ${700 + share * 90},${300 - share * 40}`,
      width: 20,
    }
  })
  return {
    backdrop: { tone: tones.champagne },
    product: [
      piece(
        shape('452,404! 560,350 700,280 790,250! 744,430! 600,440!'),
        { ...cloth, colour: darker(colour, 0.4) },
        { round: 14 },
      ),
      `<g opacity="0.86">${piece(
        shape(
          '740,250! 804,238! 872,420 930,700 1010,1010 1040,1210! 990,1232 950,1196 900,1224 860,1190! 800,760 760,480',
        ),
        { ...cloth, colour: lighter(colour, 0.12) },
        {
          round: 18,
          lift: 8,
          inside: folds(
            colour,
            [
              '790,260 880,640 1000,1210',
              '782,270 850,660 950,1210',
              '776,280 824,680 900,1210',
            ].map((outline) => ({ outline, width: 28 })),
            0.5,
          ),
        },
      )}</g>`,
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
        inside: folds(
          colour,
          ['464,594 600,622 748,590', '464,610 600,640 748,606'].map((outline) => ({
            outline,
            width: 10,
          })),
          0.7,
        ),
      }),
      seam(colour, '452,402! 560,362 680,292 762,238!', 1.6),
    ].join(''),
  }
}

function fullSkirt(): StillLife {
  const colour = tones.blush
  const cloth = { colour, texture: satin, sheen: 1.15 }
  const skirt = hanging('600,600! 700,596! 760,640 860,820 950,1060', {
    half: 400,
    y: 1320,
    waves: 8,
    depth: 30,
  })
  const bodice = shape(
    mirrored('600,400! 640,372 690,350 726,366! 744,430 728,500 704,606! 600,622!'),
  )
  return {
    backdrop: { tone: '#6b7a88', prop: 'disc', propTone: '#7c8a96' },
    product: [
      hanger(230, 120),
      strap(cloth, '508,362! 500,310 498,262!', 10, 2),
      strap(cloth, '692,362! 700,310 702,262!', 10, 2),
      piece(
        shape(mirrored('600,380! 690,344 724,366! 700,430! 600,440!')),
        { ...cloth, colour: darker(colour, 0.35) },
        { round: 10 },
      ),
      piece(skirt, cloth, {
        round: 60,
        inside: [
          falling(colour, {
            top: 612,
            foot: 1340,
            topHalf: 92,
            footHalf: 390,
            count: 13,
            width: 66,
            depth: 0.52,
            seed: 31,
          }),
          gathers(colour, {
            y: 606,
            half: 100,
            length: 240,
            count: 17,
            width: 22,
            depth: 0.6,
            spread: 1.7,
          }),
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
      fill(
        shape(mirrored('600,596 640,594 706,588! 708,622! 640,630 600,632')),
        darker(colour, 0.3),
        0.25,
      ),
      piece(shape(mirrored('600,594 640,592 706,584! 707,614! 640,624 600,626')), cloth, {
        round: 8,
        lift: 3,
      }),
      shade('500,626 600,640 700,626', 14, 0.3),
    ].join(''),
  }
}

export const gowns = [column, grecian, fullSkirt]
