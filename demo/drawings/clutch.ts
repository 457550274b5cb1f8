import { folds, gleam, piece, seam, shade, stitches } from './cloth.ts'
import { box, line, mirrored, oval, range, seeded, shape } from './geometry.ts'
import { cast, plate, stud } from './hardware.ts'
import { darker, lighter, tones } from './palette.ts'
import type { StillLife } from './photograph.ts'
import { fill, glow, stroke, turned } from './svg.ts'
import { calf, satin } from './texture.ts'

function envelope(): StillLife {
  const colour = tones.blush
  const skin = { colour, texture: calf, sheen: 0.85 }
  const thread = lighter(colour, 0.5)
  const bag = [
    piece(box(200, 560, 800, 500, 16), { ...skin, colour: darker(colour, 0.08) }, { round: 22 }),
    piece(shape('196,566! 204,556! 996,556! 1004,566! 640,866 600,880 560,866'), skin, {
      round: 18,
      lift: 12,
      inside: gleam('260,580 420,640 560,800', 90, 0.34, 36),
    }),
    stitches(thread, line('226,578! 560,846 600,860 640,846 974,578!'), 9, 2.2),
    seam(colour, '200,572! 1000,572!', 1.4),
    stud('gold', 600, 826, 17),
  ].join('')
  return {
    backdrop: { tone: '#74828e', prop: 'window' },
    distance: 14,
    product: turned(bag, -9, 600, 780),
  }
}

function pleatedFrame(): StillLife {
  const colour = tones.oxblood
  const silk = { colour, texture: satin, sheen: 1.25 }
  const body = shape(
    mirrored('600,640! 820,640! 900,700 1000,860 1010,1010 930,1110 780,1146 600,1152'),
  )
  const pleats = range(17).map((index) => {
    const spread = (index - 8) / 8
    return {
      outline: `${600 + spread * 220},650 ${600 + spread * 330},800 ${600 + spread * 408},980 ${600 + spread * 360},1140`,
      width: 30 + 10 * Math.abs(spread),
    }
  })
  const bar = shape(mirrored('600,596 780,604 852,640! 858,690! 838,690! 800,652 600,636'))
  return {
    backdrop: { tone: tones.bone, prop: 'disc', propTone: tones.blush },
    floor: 1150,
    product: [
      piece(body, silk, {
        round: 60,
        inside:
          folds(colour, pleats, 0.8) +
          gleam('300,840 420,930 560,960', 90, 0.2, 40) +
          shade('360,660! 840,660!', 40, 0.5),
      }),
      cast('gold', bar, [350, 590], [850, 700]),
      stud('gold', 582, 580, 25),
      stud('gold', 620, 574, 25),
    ].join(''),
  }
}

function minaudiere(): StillLife {
  const colour = tones.ink
  const enamel = { colour, sheen: 1.3 }
  const random = seeded(5)
  const stone = (x: number, y: number, radius: number) => {
    const light = glow([x - radius * 0.3, y - radius * 0.4], radius * 1.3, [
      [0, '#f7e2b2'],
      [0.35, tones.ochre],
      [1, darker(tones.ochre, 0.6)],
    ])
    const facets = range(7)
      .map((index) => {
        const angle = (index / 7) * Math.PI * 2 + random()
        return `M${x} ${y}L${x + Math.cos(angle) * radius} ${y + Math.sin(angle) * radius}`
      })
      .join('')
    return (
      light.define + fill(oval(x, y, radius), light.paint) + stroke(facets, '#fff6d8', 1.4, 0.6)
    )
  }
  return {
    backdrop: { tone: tones.sage, prop: 'plinth', propTone: tones.bone },
    floor: 1120,
    product: [
      plate('gold', 216, 640, 768, 480, 60),
      piece(box(228, 652, 744, 218, 50), enamel, {
        round: 26,
        inside:
          gleam('250,690 540,672 900,700', 60, 0.4, 18) +
          gleam('260,760 400,700 480,640', 70, 0.14, 16),
      }),
      piece(box(228, 884, 744, 224, 50), enamel, {
        round: 26,
        inside: gleam('250,920 500,908 820,926', 40, 0.24, 14),
      }),
      ...range(11).map((index) => {
        const x = 290 + index * 62
        return stroke(`M${x} 664L${x} 858M${x} 896L${x} 1096`, lighter(colour, 0.4), 1.4, 0.28)
      }),
      plate('gold', 214, 866, 772, 22, 8),
      cast('gold', oval(600, 846, 62, 62), [540, 790], [660, 900], 5),
      stone(600, 846, 47),
      ...[330, 870].map((x) => plate('gold', x - 40, 1112, 80, 12, 5)),
    ].join(''),
  }
}

export const clutches = [envelope, pleatedFrame, minaudiere]
