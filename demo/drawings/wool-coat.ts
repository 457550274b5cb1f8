import { fold, piece, seam, shade } from './cloth.ts'
import { pockets, tie, waistBelt } from './coat-parts.ts'
import { mirrored, points, range, reflected, shape } from './geometry.ts'
import { button } from './hardware.ts'
import { darker, tones } from './palette.ts'
import type { StillLife } from './photograph.ts'
import { type Cut, tailored } from './tailoring.ts'
import { boucle, herringbone, satin, wool } from './texture.ts'

function wrap(): StillLife {
  const colour = tones.camel
  const cloth = { colour, texture: wool, sheen: 0.85 }
  const cut: Cut = {
    cloth,
    shoulder: 212,
    waist: 180,
    hemWidth: 258,
    hem: 1300,
    closesAt: 720,
    overlap: 90,
    lapel: 'shawl',
    lapelWidth: 176,
    sleeve: { foot: 930, width: 126 },
    lining: '#8a6238',
  }
  const front = [
    fold(colour, '470,800 440,1000 400,1290', 60, 0.42),
    fold(colour, '600,800 590,1000 560,1290', 46, 0.3),
    fold(colour, '740,800 770,1000 800,1290', 60, 0.42),
    pockets(cloth, 690, 880, 80, 150, -30),
    waistBelt(cloth, 756, 194, 66),
    tie(cloth, 620, 770, 300),
  ].join('')
  return { backdrop: { tone: tones.fog }, product: tailored(cut, front) }
}

function overcoat(): StillLife {
  const colour = tones.charcoal
  const cloth = { colour, texture: herringbone, sheen: 0.9 }
  const cut: Cut = {
    cloth,
    shoulder: 210,
    waist: 178,
    hemWidth: 226,
    hem: 1270,
    closesAt: 650,
    overlap: 84,
    lapel: 'peak',
    lapelWidth: 178,
    sleeve: { foot: 930, width: 116 },
    lining: '#5b2127',
  }
  const dark = '#191719'
  const front = [
    fold(colour, '500,900 480,1080 450,1270', 44, 0.4),
    fold(colour, '730,900 744,1080 770,1270', 44, 0.4),
    ...[690, 800, 910].map((y) => button(546, y, 18, dark) + button(654, y, 18, dark)),
    pockets(cloth, 682, 900, 100, 46, -4),
    piece(shape('672,540! 752,526! 756,552! 676,566!'), cloth, { round: 5, lift: 3 }),
  ].join('')
  return {
    backdrop: { tone: '#6b2b30', prop: 'arch', propTone: '#76343a' },
    product: tailored(cut, front),
  }
}

function cocoon(): StillLife {
  const colour = '#7d2a30'
  const cloth = { colour, texture: boucle, sheen: 0.85 }
  const half =
    '600,322! 650,314 684,290! 740,302 800,340 836,440! 866,580 884,760 870,960 800,1130! 700,1146 600,1148!'
  const sleeve =
    '684,292! 760,304 846,352 912,520 940,720 936,900! 880,916 812,904! 808,740 794,640 772,570! 728,440'
  const neck = '600,322! 650,314 684,290! 694,304! 660,334 600,344!'
  return {
    backdrop: { tone: tones.sand, prop: 'disc', propTone: tones.bone },
    product: [
      piece(
        shape(mirrored('600,286! 650,282 690,294! 660,340 600,352!')),
        { colour: tones.champagne, texture: satin },
        { round: 12, inside: shade('540,296 600,320 664,296', 24, 0.4) },
      ),
      piece(shape(mirrored(half)), cloth, {
        round: 60,
        inside: [
          fold(colour, '440,560 420,800 450,1050', 60, 0.36),
          fold(colour, '770,560 784,800 740,1050', 60, 0.4),
          seam(colour, '600,344! 606,1150!', 3),
          shade('616,350! 622,1150!', 20, 0.3),
          seam(colour, '330,690! 420,696 470,690!', 3),
          seam(colour, '870,690! 780,696 730,690!', 3),
        ].join(''),
      }),
      ...[points, reflected].map((side) =>
        piece(shape(side(sleeve)), cloth, {
          round: 36,
          lift: 10,
          inside:
            fold(colour, side('800,600 850,640 900,630'), 40, 0.4) +
            fold(colour, side('920,700 870,740 820,720'), 34, 0.34),
        }),
      ),
      piece(
        shape(mirrored(neck)),
        { ...cloth, colour: darker(colour, 0.2) },
        { round: 7, lift: 3 },
      ),
      ...range(3).map((index) => button(584, 420 + index * 176, 36, '#3a1a1a')),
    ].join(''),
  }
}

export const woolCoats = [wrap, overcoat, cocoon]
