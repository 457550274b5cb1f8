import { type Cloth, fold, folds, gleam, piece, seam, shade } from './cloth.ts'
import { along, box, line, ribbon, seeded, shape } from './geometry.ts'
import { plate, stud } from './hardware.ts'
import { darker, tones } from './palette.ts'
import type { StillLife } from './photograph.ts'
import { stroke, turned } from './svg.ts'
import { layered, printed, silk, wool } from './texture.ts'

/** A row of twisted tassels along an edge. */
function fringe(cloth: Cloth, edge: string, step: number, length: number, seed: number): string {
  const random = seeded(seed)
  return along(edge, step)
    .map(({ x, y }) => {
      const sway = (random() - 0.5) * 16
      const end = y + length * (0.92 + random() * 0.16)
      const twist = along(
        [
          [x, y],
          [x + sway * 0.3, (y + end) / 2],
          [x + sway, end],
        ],
        11,
      )
        .map((spot) =>
          stroke(
            `M${spot.x - 4} ${spot.y - 3}L${spot.x + 4} ${spot.y + 3}`,
            darker(cloth.colour, 0.6),
            1.4,
            0.4,
          ),
        )
        .join('')
      return (
        piece(
          ribbon(
            [
              [x, y - 6],
              [x + sway * 0.3, (y + end) / 2],
              [x + sway, end],
            ],
            9,
            10,
            8,
            11,
          ),
          cloth,
          { round: 4, lift: 3 },
        ) + twist
      )
    })
    .join('')
}

const medallions = layered(
  printed(
    84,
    84,
    '<g fill="none" stroke="#a25b42" stroke-width="4"><path d="M42 10L74 42L42 74L10 42Z"/></g>' +
      '<path d="M42 28L56 42L42 56L28 42Z" fill="#26262c"/><circle cx="0" cy="0" r="8" fill="#c08a2e"/><circle cx="84" cy="0" r="8" fill="#c08a2e"/><circle cx="0" cy="84" r="8" fill="#c08a2e"/><circle cx="84" cy="84" r="8" fill="#c08a2e"/>',
    28,
  ),
  silk,
)

function silkSquare(): StillLife {
  const colour = tones.ivory
  const cloth = { colour, texture: medallions, sheen: 1.05 }
  const bordered = (path: string, inside: string, lift = 8) =>
    piece(path, cloth, {
      round: 26,
      lift,
      inside:
        stroke(path, tones.clay, 92, 1) +
        stroke(path, tones.ink, 26, 1) +
        `<g opacity="0.9">${stroke(path, tones.bone, 10, 1)}</g>` +
        inside,
    })
  const leftTail = '560,560! 620,570! 640,760 560,1000 470,1270! 380,1140 300,1010! 430,820 520,680'
  const rightTail = '590,566! 650,556! 720,700 800,860 900,960! 840,1080 760,1200! 690,1000 620,780'
  const under = '600,570! 640,572! 690,800 700,1030 690,1180! 620,1120 560,1080! 570,860'
  return {
    backdrop: { tone: '#77858f' },
    product: [
      piece(
        shape(
          '392,330 440,240 600,206 760,240 808,330 760,420 690,480 720,360 690,300 600,280 510,300 480,360 510,480 440,420',
        ),
        { ...cloth, colour: darker(colour, 0.14) },
        {
          round: 26,
          inside: folds(
            colour,
            [
              '420,320 500,250 600,236 700,250 780,320',
              '440,390 470,300 600,262 730,300 760,390',
            ].map((outline) => ({ outline, width: 18 })),
            0.5,
          ),
        },
      ),
      bordered(shape(under), shade('610,580 650,800 640,1100', 90, 0.3), 5),
      bordered(
        shape(rightTail),
        fold(colour, '630,580 720,800 830,1060', 46, 0.5) +
          fold(colour, '610,600 660,800 740,1080', 34, 0.4) +
          gleam('660,640 740,800 850,960', 34, 0.3, 14),
      ),
      bordered(
        shape(leftTail),
        fold(colour, '590,590 560,820 440,1140', 50, 0.5) +
          fold(colour, '560,620 480,820 360,1020', 36, 0.4) +
          gleam('580,640 540,840 460,1080', 34, 0.34, 14),
      ),
      piece(shape('520,430! 560,440 600,520 640,530! 600,590 540,560 500,500'), cloth, {
        round: 18,
        lift: 5,
        inside: folds(
          colour,
          ['516,450 570,520 620,560'].map((outline) => ({ outline, width: 18 })),
          0.5,
        ),
      }),
      piece(shape('536,490 590,450 660,468 690,520 668,580 600,604 546,572'), cloth, {
        round: 26,
        lift: 9,
        inside:
          stroke(line('530,520 600,500 700,540'), tones.clay, 30, 0.95) +
          folds(
            colour,
            ['550,500 610,530 680,530', '548,540 610,560 672,560', '570,478 620,490 680,500'].map(
              (outline) => ({ outline, width: 14 }),
            ),
            0.6,
          ),
      }),
    ].join(''),
  }
}

function stole(): StillLife {
  const colour = tones.camel
  const cloth = { colour, texture: wool, sheen: 0.85 }
  const rail =
    plate('gold', 150, 286, 900, 22, 11) + stud('gold', 150, 297, 20) + stud('gold', 1050, 297, 20)
  const back = '470,300! 800,300! 812,700 816,1090! 640,1106 480,1092!'
  const front =
    '396,292 420,272 560,268 700,272 724,292! 734,640 728,1000! 640,1016 520,1006 384,1014! 380,640'
  return {
    backdrop: { tone: tones.sage, prop: 'window' },
    product: [
      fringe({ ...cloth, colour: darker(colour, 0.2) }, '488,1092! 640,1104 808,1090!', 17, 140, 3),
      piece(
        shape(back),
        { ...cloth, colour: darker(colour, 0.18) },
        {
          round: 26,
          inside:
            shade('740,310 752,640 748,1020', 60, 0.35, 26) +
            fold(colour, '780,340 790,700 780,1080', 34, 0.34),
        },
      ),
      rail,
      fringe(cloth, '392,1010! 520,1002 640,1012 722,998!', 17, 160, 8),
      piece(shape(front), cloth, {
        round: 30,
        lift: 10,
        inside: [
          fold(colour, '450,290 462,600 450,1000', 44, 0.36),
          fold(colour, '540,280 528,620 546,1000', 54, 0.4),
          fold(colour, '640,280 654,620 640,1000', 48, 0.4),
          shade('390,290! 730,290!', 12, 0.2),
          gleam('410,280! 560,276 716,282!', 14, 0.4, 6),
          ...['392,900', '392,930'].map((at) => {
            const [, y = 0] = at.split(',').map(Number)
            return seam(
              colour,
              [
                [376, y, true],
                [740, y - 6, true],
              ],
              1.2,
            )
          }),
        ].join(''),
      }),
    ].join(''),
  }
}

const checks = layered(
  printed(
    150,
    150,
    '<path d="M0 0H58V150H0Z" fill="#2a1215" opacity="0.42"/><path d="M0 0H150V58H0Z" fill="#2a1215" opacity="0.42"/>' +
      '<path d="M84 0V150M126 0V150M0 84H150M0 126H150" stroke="#e6dcc9" stroke-width="5" opacity="0.62"/>' +
      '<path d="M105 0V150M0 105H150" stroke="#c08a2e" stroke-width="5" opacity="0.7"/>',
  ),
  wool,
)

function lambswool(): StillLife {
  const colour = '#7a2a2f'
  const cloth = { colour, texture: checks, sheen: 0.85 }
  const yarn = { colour, texture: wool, sheen: 0.85 }
  const content = [
    fringe({ ...yarn, colour: darker(colour, 0.1) }, '620,1060! 700,1064 870,1056!', 15, 110, 15),
    piece(shape('606,420! 740,412 880,424! 886,740 880,1062! 740,1072 606,1064!'), cloth, {
      round: 20,
      lift: 6,
      inside: fold(colour, '860,440 850,700 862,1040', 34, 0.35),
    }),
    fringe(yarn, '336,1110! 460,1116 640,1106!', 15, 120, 19),
    piece(
      shape(
        '322,402 340,384 500,378 660,384 680,402! 690,740 652,1108! 500,1120 326,1112! 316,760',
      ),
      cloth,
      {
        round: 30,
        lift: 12,
        inside: [
          fold(colour, '360,420 352,740 366,1090', 40, 0.34),
          fold(colour, '620,420 636,700 610,1090', 40, 0.36),
          gleam('350,400! 500,392 650,400!', 20, 0.24, 8),
        ].join(''),
      },
    ),
    piece(
      shape(
        '316,560! 330,544 480,536 700,540 890,528 904,546! 900,640 906,700! 890,716 700,722 480,720 330,728 316,712! 322,640',
      ),
      cloth,
      {
        round: 30,
        lift: 14,
        inside:
          fold(colour, '330,580 600,600 890,570', 30, 0.34) +
          fold(colour, '330,680 600,668 890,684', 30, 0.36),
      },
    ),
    piece(box(352, 596, 120, 70, 4), { colour: tones.bone, sheen: 0.5 }, { round: 4, lift: 3 }),
    stroke('M376 622H448M388 642H436', tones.ink, 2.4, 0.6),
  ].join('')
  return {
    backdrop: { tone: tones.champagne },
    distance: 16,
    product: turned(content, -6, 600, 760),
  }
}

export const scarves = [silkSquare, stole, lambswool]
