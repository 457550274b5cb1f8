import { fold, gleam, piece, seam, shade, stitches, strap } from './cloth.ts'
import { falling } from './drapery.ts'
import { line, mirrored, type Point, range, shape, sides } from './geometry.ts'
import { button, frame } from './hardware.ts'
import { darker, lighter, tones } from './palette.ts'
import type { StillLife } from './photograph.ts'
import { calf, layered, printed, satin, wool } from './texture.ts'

function knifePleats(): StillLife {
  const colour = tones.olive
  const cloth = { colour, texture: satin, sheen: 1.2 }
  const count = 17
  // Each pleat is a panel of its own, lapped over the one to its right.
  const pleats = range(count).map((step) => {
    const index = count - 1 - step
    const at = (share: number, y: number): Point => {
      const half = 150 + ((y - 330) / 940) * 220 + Math.sin(((y - 330) / 940) * Math.PI) * 22
      return [600 - half + share * half * 2, y, true]
    }
    const [left, right] = [index / count, Math.min(1, (index + 1.35) / count)]
    const bow = Math.sin((index / (count - 1)) * Math.PI) * 26
    const soft = ([x, y]: Point): Point => [x, y]
    return piece(
      shape([
        at(left, 330),
        at(right, 330),
        soft(at(right, 800)),
        [at(right, 1262)[0], 1256 + bow, true],
        [at(left, 1270)[0], 1274 + bow, true],
        soft(at(left, 800)),
      ]),
      cloth,
      { round: 11, lift: 5 },
    )
  })
  return {
    backdrop: { tone: tones.blush },
    product: [
      piece(
        shape(mirrored('600,268! 680,262 744,250! 700,300! 600,306!')),
        { ...cloth, colour: darker(colour, 0.45) },
        { round: 8 },
      ),
      ...pleats,
      piece(shape(mirrored('600,276! 680,270 746,254! 752,338! 680,354 600,360!')), cloth, {
        round: 14,
        lift: 5,
      }),
      stitches(lighter(colour, 0.3), line('450,332 600,352 750,332'), 5, 1.5),
      gleam('470,420 420,800 390,1200', 120, 0.1, 50),
    ].join(''),
  }
}

function leatherMini(): StillLife {
  const colour = tones.oxblood
  const hide = { colour, texture: calf, sheen: 1.25 }
  const thread = lighter(colour, 0.35)
  const body = '600,400! 700,396 762,384! 800,520 838,720 866,1000! 740,1030 600,1038!'
  return {
    backdrop: { tone: tones.bone, prop: 'arch', propTone: tones.sand },
    product: `<g transform="translate(-60 0) scale(1.1)">${[
      piece(
        shape(mirrored('600,344! 700,340 760,326! 700,372! 600,380!')),
        { colour: darker(colour, 0.6) },
        { round: 8 },
      ),
      piece(shape(mirrored(body)), hide, {
        round: 46,
        inside: [
          falling(colour, {
            top: 440,
            foot: 1040,
            topHalf: 130,
            footHalf: 240,
            count: 6,
            width: 44,
            depth: 0.4,
            seed: 41,
          }),
          gleam('460,480 410,700 380,980', 60, 0.3, 24),
          gleam('668,520 700,760 720,980', 46, 0.22, 18),
          seam(colour, '510,400 484,700 460,1040', 1.8),
          seam(colour, '690,400 716,700 740,1040', 1.8),
        ].join(''),
      }),
      ...sides.map((at) => stitches(thread, line(at('698,400 724,700 748,1036')), 6, 1.8)),
      piece(shape('566,400! 634,400! 636,1040! 564,1040!'), hide, { round: 9, lift: 4 }),
      stitches(thread, 'M574 404L572 1036M626 404L628 1036', 6, 1.8),
      ...range(5).map((index) => button(600, 470 + index * 122, 18, '#3b1114')),
      ...sides.map((at) =>
        piece(shape(at('660,470! 752,440! 760,478! 668,510!')), hide, { round: 8, lift: 4 }),
      ),
      stitches(thread, line('342,990 460,1012 600,1018 740,1012 858,990'), 6, 1.8),
      piece(shape(mirrored('600,352! 700,346 764,330! 768,398! 700,412 600,418!')), hide, {
        round: 13,
        lift: 5,
      }),
      stitches(thread, line('436,344 600,364 764,344') + line('434,386 600,406 766,386'), 6, 1.8),
      button(600, 386, 19, '#3b1114'),
    ].join('')}</g>`,
  }
}

const plaid = layered(
  printed(
    120,
    120,
    '<path d="M0 0H40V120H0Z" fill="#22303d" opacity="0.3"/><path d="M0 0H120V40H0Z" fill="#22303d" opacity="0.3"/>' +
      '<path d="M60 0V120M78 0V120M0 60H120M0 78H120" stroke="#efe6d6" stroke-width="3" opacity="0.42"/>' +
      '<path d="M100 0V120M0 100H120" stroke="#7d2a30" stroke-width="3.4" opacity="0.6"/>',
  ),
  wool,
)

function pencil(): StillLife {
  const colour = tones.slate
  const cloth = { colour, texture: plaid, sheen: 0.9 }
  const body = shape(
    '450,330! 600,352 750,330! 790,500 800,640 782,900 764,1250! 690,1262 640,1264! 634,960! 626,1266! 520,1270 436,1252! 418,900 400,640 410,500',
  )
  const leather = { colour: tones.chocolate, texture: calf, sheen: 1.1 }
  return {
    backdrop: { tone: tones.champagne },
    product: [
      piece(
        shape('460,286! 600,262 740,286! 600,330!'),
        { ...cloth, colour: darker(colour, 0.5) },
        { round: 8 },
      ),
      piece(
        shape('600,960! 680,960! 690,1240! 590,1240!'),
        { ...cloth, colour: darker(colour, 0.6) },
        { round: 10 },
      ),
      piece(body, cloth, {
        round: 54,
        inside: [
          seam(colour, '530,350 520,430 522,500', 1.6),
          seam(colour, '670,350 680,430 678,500', 1.6),
          fold(colour, '420,640 500,690 560,680', 34, 0.34),
          fold(colour, '780,660 700,710 660,700', 34, 0.34),
          fold(colour, '470,860 456,1050 460,1240', 44, 0.32),
          fold(colour, '720,860 728,1050 716,1240', 44, 0.36),
          gleam('500,560 490,760 500,1000', 70, 0.14, 30),
          shade('642,960! 648,1264!', 18, 0.4),
        ].join(''),
      }),
      piece(shape('452,288! 600,310 748,288! 754,358! 600,382 446,358!'), cloth, {
        round: 12,
        lift: 4,
      }),
      strap(leather, '448,318 600,342 752,318', 30, 5),
      frame('gold', 560, 310, 62, 56, 9),
      ...[500, 700].map((x) =>
        strap(
          cloth,
          [
            [x, 296],
            [x, 370],
          ],
          15,
          3,
        ),
      ),
      stitches(lighter(colour, 0.35), line('440,1230 520,1246 624,1244'), 5, 1.4),
    ].join(''),
  }
}

export const skirts = [knifePleats, leatherMini, pencil]
