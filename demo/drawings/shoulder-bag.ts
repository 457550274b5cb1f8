import { fold, gleam, piece, seam, shade, stitches, strap } from './cloth.ts'
import { box, line, mirrored, range, ribbon, shape } from './geometry.ts'
import { buckle, chain, frame, plate, ring, stud } from './hardware.ts'
import { darker, lighter, tones } from './palette.ts'
import type { StillLife } from './photograph.ts'
import { blurred, stroke } from './svg.ts'
import { calf, suede } from './texture.ts'

function hobo(): StillLife {
  const colour = tones.olive
  const skin = { colour, texture: suede, sheen: 0.75 }
  const body =
    '300,560! 360,640 470,716 600,732 730,716 840,640 900,560! 968,700 1006,880 962,1080 820,1206 600,1236 380,1206 238,1080 194,880 232,700'
  return {
    backdrop: { tone: tones.sand },
    distance: 22,
    product: [
      piece(
        ribbon('300,600 330,420 420,280 600,226 780,280 870,420 900,600', 60, 84, 92, 84, 60),
        { ...skin, colour: darker(colour, 0.08) },
        { round: 16, lift: 8 },
      ),
      stitches(
        lighter(colour, 0.35),
        line('322,560 350,430 436,308 600,260 764,308 850,430 878,560'),
        9,
        2.2,
      ),
      piece(shape(body), skin, {
        round: 58,
        inside: [
          fold(colour, '310,590 380,760 360,960', 60, 0.5),
          fold(colour, '890,590 800,780 830,1000', 70, 0.55),
          fold(colour, '420,700 480,800 470,900', 40, 0.4),
          fold(colour, '740,716 700,800 720,900', 44, 0.42),
          fold(colour, '300,1000 440,1120 640,1140', 60, 0.32),
          shade('300,566 370,654 470,730 600,746 730,730 830,654 900,566', 30, 0.36),
          gleam('290,760 270,900 320,1060', 80, 0.14, 34),
        ].join(''),
      }),
      stitches(
        lighter(colour, 0.35),
        line('300,584 366,664 472,738 600,754 728,738 834,664 900,584'),
        9,
        2.2,
      ),
      ...[306, 894].map((x) => ring('gold', x, 574, 40, 10)),
      strap(skin, '894,600! 902,690 896,800!', 20),
      piece(shape('880,790! 914,790! 930,930! 866,930!'), skin, { round: 8, lift: 4 }),
    ].join(''),
  }
}

function quilted(): StillLife {
  const colour = tones.ink
  const skin = { colour, texture: calf, sheen: 1 }
  const diamonds = range(15).map((index) => index * 84 - 300)
  const quilting = (top: number, foot: number) => {
    const lines = diamonds
      .map((x) => `M${x} ${top}L${x + 700} ${foot}M${x + 700} ${top}L${x} ${foot}`)
      .join('')
    const path = `<path d="${lines}" fill="none" stroke="#000" stroke-width="14"/>`
    return (
      blurred(path, 7, 'opacity="0.75"') +
      `<g transform="translate(6 12)">${blurred(stroke(lines, lighter(colour, 0.7), 9, 0.42), 5)}</g>` +
      stitches('#4d4d57', lines, 8, 2)
    )
  }
  const body = shape(mirrored('600,640! 930,640! 962,660 978,820 972,1150 940,1196 600,1206'))
  const flap = shape(mirrored('600,628! 900,628! 948,650 962,720 956,900 900,956 600,976'))
  const lock =
    plate('gold', 552, 896, 96, 96, 14) +
    plate('gold', 586, 908, 28, 72, 12) +
    stud('gold', 600, 944, 17)
  return {
    backdrop: { tone: tones.blush },
    floor: 1204,
    product: [
      chain('gold', '286,660 300,520 390,330 600,262 810,330 900,520 914,660', 40),
      piece(body, skin, { round: 44, inside: quilting(620, 1220) }),
      piece(flap, skin, {
        round: 30,
        lift: 12,
        inside: quilting(380, 980) + gleam('330,660 380,740 360,900', 90, 0.16, 40),
      }),
      ...[292, 908].map((x) => ring('gold', x, 664, 24, 7)),
      lock,
    ].join(''),
  }
}

function baguette(): StillLife {
  const colour = tones.clay
  const skin = { colour, texture: calf, sheen: 1.15 }
  const thread = lighter(colour, 0.4)
  const body = shape(
    mirrored('600,760! 940,756! 1000,770 1020,830 1022,1050 996,1110 940,1130 600,1136'),
  )
  const flap = shape(mirrored('600,748! 950,748! 1010,764 1020,830 1010,900 940,940 600,950'))
  return {
    backdrop: { tone: tones.ivory, prop: 'plinth', propTone: tones.sand },
    floor: 1130,
    product: [
      strap(
        { ...skin, colour: darker(colour, 0.12) },
        '236,800! 236,640 300,470 450,410 600,398 750,410 900,470 964,640 964,800!',
        46,
        7,
      ),
      stitches(
        thread,
        line('254,790! 254,650 314,492 456,430 600,418 744,430 886,492 946,650 946,790!'),
        9,
        2.2,
      ),
      piece(body, skin, { round: 42, inside: gleam('230,1000 500,1030 800,1020', 60, 0.16, 26) }),
      piece(flap, skin, {
        round: 34,
        lift: 9,
        inside: gleam('230,786 460,800 720,790', 48, 0.4, 18) + seam(colour, '180,772! 1020,772!'),
      }),
      stitches(
        thread,
        line('204,770! 196,840 212,894 266,924 600,932 934,924 988,894 1004,840 996,770!'),
        9,
        2.2,
      ),
      piece(box(560, 744, 80, 240, 36), skin, { round: 10, lift: 6 }),
      stitches(thread, box(570, 754, 60, 220, 28), 8, 2),
      buckle('gold', 600, 902, 112, 84),
      frame('gold', 552, 962, 96, 22, 6),
      ...[236, 964].map((x) => ring('gold', x, 790, 34, 9) + stud('gold', x, 850, 10)),
    ].join(''),
  }
}

export const shoulderBags = [hobo, quilted, baguette]
