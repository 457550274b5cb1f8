import { type Cloth, fold, folds, gleam, piece, seam, shade, stitches } from './cloth.ts'
import {
  box,
  line,
  mirrored,
  points,
  range,
  reflected,
  type Side,
  shape,
  sides,
} from './geometry.ts'
import { button } from './hardware.ts'
import { darker, lighter, tones } from './palette.ts'
import type { StillLife } from './photograph.ts'
import { layered, linen, poplin, printed, satin } from './texture.ts'

const insideCollar = (cloth: Cloth) =>
  piece(
    shape(mirrored('600,276! 650,276 676,292! 650,340! 600,360!')),
    { ...cloth, colour: darker(cloth.colour, 0.22) },
    { round: 8, inside: shade('530,280 600,300 670,280', 18, 0.3) },
  )

const placket = (colour: string, cloth: Cloth, top: number, foot: number) =>
  piece(box(576, top, 48, foot - top), cloth, { round: 5, lift: 3 }) +
  stitches(darker(colour, 0.28), `M583 ${top}L583 ${foot}M617 ${top}L617 ${foot}`, 4.5, 1.3)

function dressShirt(): StillLife {
  const colour = tones.white
  const cloth = { colour, texture: poplin, sheen: 0.7 }
  const thread = '#bdb6a8'
  const torso =
    '600,350! 650,330 680,306! 806,352! 838,440 832,560 812,760 824,960 808,1100 700,1160 600,1172!'
  const arm =
    '798,346! 858,386 910,540 942,740 958,980! 904,996 864,988! 838,780 812,630 792,570! 780,450'
  const wing = '600,352! 640,336 664,312 672,282! 704,304 730,350 690,438! 640,396'
  return {
    backdrop: { tone: '#8894a0', prop: 'window' },
    product: `<g transform="translate(-36 30) scale(1.06)">${[
      insideCollar(cloth),
      piece(shape(mirrored(torso)), cloth, {
        round: 34,
        inside: [
          seam(colour, '394,420! 480,400 600,404 720,400 806,420!', 1),
          fold(colour, '410,560 470,660 480,860', 44, 0.3),
          fold(colour, '790,560 730,680 720,880', 44, 0.32),
          fold(colour, '440,900 470,1000 450,1110', 36, 0.24),
          fold(colour, '540,640 556,800 540,1000', 28, 0.18),
          fold(colour, '760,900 730,1000 750,1110', 36, 0.26),
        ].join(''),
      }),
      placket(colour, cloth, 356, 1172),
      ...range(7).map((index) => button(600, 430 + index * 104, 11, '#ddd6c8')),
      piece(shape('660,520! 776,520! 776,640! 718,668! 660,640!'), cloth, { round: 6, lift: 3 }),
      stitches(thread, line('666,540! 770,540!'), 4.5, 1.3),
      ...sides.map(
        (at) =>
          piece(shape(at(arm)), cloth, {
            round: 26,
            lift: 8,
            inside:
              fold(colour, at('800,620 860,660 914,640'), 36, 0.34) +
              fold(colour, at('944,750 890,790 846,780'), 34, 0.3) +
              fold(colour, at('856,880 906,900 950,876'), 28, 0.24),
          }) +
          piece(shape(at('962,972! 968,1066! 914,1080 868,1072! 860,980!')), cloth, {
            round: 12,
            lift: 4,
          }) +
          stitches(thread, line(at('866,990! 914,998 958,984!')), 4.5, 1.3),
      ),
      ...sides.map(
        (at) =>
          piece(shape(at(wing)), cloth, { round: 7, lift: 6 }) +
          stitches(thread, line(at('612,352! 646,390 688,424! 720,350 698,304!')), 4.5, 1.3),
      ),
      button(600, 366, 10, '#ddd6c8'),
    ].join('')}</g>`,
  }
}

function bowBlouse(): StillLife {
  const colour = '#dbb0a2'
  const cloth = { colour, texture: satin, sheen: 1.05 }
  const torso =
    '600,330! 650,320 680,306! 790,356! 816,450 806,580 784,760 800,920 806,1080! 700,1100 600,1102!'
  const arm =
    '780,350! 850,370 920,520 980,760 984,920 936,1000! 900,1008 874,998! 812,880 790,700 776,580! 768,440'
  const loop = '600,372! 660,330 740,330 764,380 730,440 660,440'
  const tail = (at: Side, foot: number) =>
    piece(shape(at(`584,400! 624,396! 660,560 690,${foot}! 620,${foot + 26}! 604,560`)), cloth, {
      round: 14,
      lift: 8,
      inside: folds(
        colour,
        [at(`602,410 634,600 656,${foot}`), at(`616,410 650,600 676,${foot}`)].map((outline) => ({
          outline,
          width: 16,
        })),
        0.5,
      ),
    })
  return {
    backdrop: { tone: '#713136', prop: 'arch', propTone: '#7d3c40' },
    product: `<g transform="translate(-48 60) scale(1.08)">${[
      insideCollar(cloth),
      piece(shape(mirrored(torso)), cloth, {
        round: 36,
        inside: [
          fold(colour, '420,580 480,680 490,900', 44, 0.4),
          fold(colour, '780,580 720,690 710,900', 44, 0.42),
          fold(colour, '540,640 560,820 540,1060', 34, 0.3),
          fold(colour, '660,620 650,820 670,1060', 34, 0.3),
          gleam('470,460 470,620 500,820', 50, 0.34, 20),
        ].join(''),
      }),
      stitches(darker(colour, 0.2), 'M600 480L600 1100', 4, 1.2),
      ...range(6).map((index) => button(600, 560 + index * 92, 9, lighter(colour, 0.4))),
      ...sides.map(
        (at) =>
          piece(shape(at(arm)), cloth, {
            round: 34,
            lift: 9,
            inside: [
              folds(
                colour,
                [
                  '906,1000 900,900 860,740',
                  '924,1000 936,880 910,720',
                  '890,1000 866,900 830,780',
                  '936,1000 966,900 956,780',
                ].map((outline) => ({ outline: at(outline), width: 24 })),
                0.5,
              ),
              fold(colour, at('800,400 830,460 836,560'), 30, 0.36),
              gleam(at('850,480 890,620 920,800'), 44, 0.3, 18),
            ].join(''),
          }) +
          piece(shape(at('880,990! 940,988! 944,1056! 882,1060!')), cloth, { round: 10, lift: 4 }),
      ),
      piece(shape(mirrored('600,346! 650,330 676,292! 690,312! 660,366 600,384!')), cloth, {
        round: 10,
        lift: 4,
      }),
      tail(points, 760),
      tail(reflected, 690),
      ...sides.map((at) =>
        piece(shape(at(loop)), cloth, {
          round: 20,
          lift: 9,
          inside: folds(
            colour,
            ['610,376 680,352 740,360', '612,384 690,390 744,400', '614,396 670,420 720,424'].map(
              (outline) => ({ outline: at(outline), width: 15 }),
            ),
            0.55,
          ),
        }),
      ),
      piece(shape('572,352 600,344 628,352 634,392 628,424 600,430 572,424 566,392'), cloth, {
        round: 13,
        lift: 7,
        inside:
          fold(colour, '586,356 592,390 588,424', 12, 0.5) +
          fold(colour, '610,356 616,390 612,424', 12, 0.5),
      }),
    ].join('')}</g>`,
  }
}

function camp(): StillLife {
  const colour = tones.white
  const stripes = layered(
    printed(46, 46, '<path d="M0 0H22V46H0Z" fill="#5f7488" opacity="0.9"/>'),
    linen,
  )
  const cloth = { colour, texture: stripes, sheen: 0.75 }
  const torso =
    '600,600! 606,540 690,316! 694,300! 820,356! 850,450 846,600 842,800 846,1080! 700,1092 600,1094!'
  const arm = '812,350! 880,400 940,520 980,640! 930,676 862,690! 838,620 826,580! 806,470'
  const flap = '600,560! 612,470 676,320 650,280! 700,286 736,340 784,440! 716,452! 690,470 640,520'
  return {
    backdrop: { tone: tones.champagne },
    product: `<g transform="translate(-60 80) scale(1.1)">${[
      piece(
        shape('530,300! 600,276 670,300! 680,400! 600,610! 520,400!'),
        { ...cloth, colour: '#cfcac0' },
        { round: 14, inside: shade('660,310 640,440 600,590', 36, 0.35) },
      ),
      piece(shape(mirrored(torso)), cloth, {
        round: 38,
        inside: [
          fold(colour, '380,600 440,700 430,950', 44, 0.32),
          fold(colour, '820,600 760,700 770,950', 44, 0.34),
          fold(colour, '500,760 520,900 500,1080', 36, 0.24),
          fold(colour, '700,760 690,900 720,1080', 36, 0.24),
        ].join(''),
      }),
      seam(colour, '616,590! 616,1094!', 1.6),
      ...range(5).map((index) => button(600, 630 + index * 100, 12, tones.cognac)),
      piece(shape('664,560! 786,560! 786,690! 664,690!'), cloth, { round: 7, lift: 3 }),
      stitches('#8b97a2', line('668,584! 782,584!'), 4.5, 1.3),
      ...sides.map(
        (at) =>
          piece(shape(at(arm)), cloth, {
            round: 26,
            lift: 8,
            inside: fold(colour, at('830,600 880,560 900,480'), 36, 0.3),
          }) + stitches('#8b97a2', line(at('862,666! 926,652 972,618!')), 4.5, 1.3),
      ),
      ...sides.map((at) => piece(shape(at(flap)), { ...cloth }, { round: 8, lift: 6 })),
      piece(shape(mirrored('600,262! 650,266 676,284! 660,304! 600,296!')), cloth, {
        round: 8,
        lift: 4,
      }),
      stitches('#8b97a2', line('360,1074! 600,1082 840,1074!'), 4.5, 1.3),
    ].join('')}</g>`,
  }
}

export const shirts = [dressShirt, bowBlouse, camp]
