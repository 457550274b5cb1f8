import { fold, piece, seam, shade, stitches } from './cloth.ts'
import { pockets } from './coat-parts.ts'
import { box, points, range, reflected, shape } from './geometry.ts'
import { button } from './hardware.ts'
import { lighter, tones } from './palette.ts'
import type { StillLife } from './photograph.ts'
import { type Cut, tailored } from './tailoring.ts'
import { layered, linen, printed, wool } from './texture.ts'

/** Jackets are shorter than coats, so they may come closer to the camera. */
const closer = (content: string, scale = 1.16, down = 70) =>
  `<g transform="translate(${600 * (1 - scale)} ${down}) scale(${scale})">${content}</g>`

const sleeveButtons = ({ shoulder, sleeve: { foot, width } }: Cut, colour: string) =>
  [points, reflected]
    .flatMap((side) =>
      range(3).map((index) => {
        const [[x, y] = [0, 0]] = side([[600 + shoulder + 96 - width, foot - 24 - index * 24]])
        return button(x, y, 9, colour)
      }),
    )
    .join('')

const breastPocket = (cut: Cut) =>
  piece(shape('668,536! 742,522! 746,546! 672,560!'), cut.cloth, { round: 5, lift: 3 })

function single(): StillLife {
  const cloth = { colour: tones.ink, texture: wool, sheen: 1 }
  const cut: Cut = {
    cloth,
    shoulder: 198,
    waist: 156,
    hemWidth: 200,
    hem: 950,
    closesAt: 684,
    overlap: 20,
    lapel: 'notch',
    lapelWidth: 158,
    sleeve: { foot: 900, width: 104 },
    lining: tones.slate,
  }
  const front = [
    button(592, 704, 15, '#1a1a1e'),
    button(592, 800, 15, '#1a1a1e'),
    pockets(cloth, 662, 800, 104, 40, -2),
    breastPocket(cut),
    shade('584,716! 586,950!', 10, 0.3),
  ].join('')
  return {
    backdrop: { tone: tones.paper, prop: 'window' },
    product: closer(tailored(cut, front) + sleeveButtons(cut, '#1a1a1e')),
  }
}

function double(): StillLife {
  const cloth = { colour: tones.ivory, texture: linen, sheen: 0.75 }
  const cut: Cut = {
    cloth,
    shoulder: 204,
    waist: 166,
    hemWidth: 206,
    hem: 970,
    closesAt: 690,
    overlap: 76,
    lapel: 'peak',
    lapelWidth: 172,
    sleeve: { foot: 910, width: 112 },
    lining: '#d8c7a6',
  }
  const horn = tones.cognac
  const front = [
    ...[716, 816].map((y) => button(548, y, 17, horn) + button(652, y, 17, horn)),
    button(528, 620, 17, horn) + button(676, 620, 17, horn),
    pockets(cloth, 682, 812, 98, 40, -2),
    fold(tones.bone, '520,860 500,920 490,968', 34, 0.25),
  ].join('')
  return {
    backdrop: { tone: '#75745a' },
    product: closer(tailored(cut, front) + sleeveButtons(cut, horn)),
  }
}

const check = layered(
  printed(
    96,
    96,
    '<path d="M8 0V96M16 0V96M24 0V96M32 0V96M0 8H96M0 16H96M0 24H96M0 32H96" stroke="#26262c" stroke-width="2.6" opacity="0.34"/>' +
      '<path d="M66 0V96M0 66H96" stroke="#8c3f2c" stroke-width="3" opacity="0.55"/>',
  ),
  wool,
)

function checked(): StillLife {
  const cloth = { colour: tones.sand, texture: check, sheen: 0.8 }
  const cut: Cut = {
    cloth,
    shoulder: 218,
    waist: 192,
    hemWidth: 214,
    hem: 990,
    closesAt: 670,
    overlap: 24,
    lapel: 'notch',
    lapelWidth: 168,
    sleeve: { foot: 920, width: 122 },
    lining: tones.oxblood,
  }
  const horn = tones.chocolate
  const patch = (side: typeof points | typeof reflected) => {
    const [[a] = [0], [b] = [0]] = side([
      [654, 0],
      [782, 0],
    ])
    const path = box(Math.min(a, b), 776, 128, 150, 22)
    return (
      piece(path, cloth, { round: 12, lift: 5 }) +
      stitches(lighter(cloth.colour, 0.3), path, 5, 1.4) +
      seam(
        cloth.colour,
        [
          [Math.min(a, b), 802, true],
          [Math.max(a, b), 802, true],
        ],
        1.4,
      )
    )
  }
  const front = [
    button(590, 690, 17, horn),
    button(590, 790, 17, horn),
    button(590, 890, 17, horn),
    patch(points),
    patch(reflected),
    breastPocket(cut),
  ].join('')
  return {
    backdrop: { tone: '#74828e', prop: 'arch', propTone: '#7f8d98' },
    product: closer(tailored(cut, front) + sleeveButtons(cut, horn), 1.12),
  }
}

export const blazers = [single, double, checked]
