import { type Cloth, gleam, piece, shade, stitches, strap } from './cloth.ts'
import { along, box, line, moved, oval, type Point, range, ribbon, shape } from './geometry.ts'
import { cast, frame, plate } from './hardware.ts'
import { darker, lighter, tones } from './palette.ts'
import type { StillLife } from './photograph.ts'
import { blurred, fill, stroke, turned } from './svg.ts'
import { calf } from './texture.ts'

/**
 * Half a turn of a belt standing on its edge: the far side we see from within, the near side from
 * without.
 */
function turnOf(
  cloth: Cloth,
  half: 'far' | 'near',
  rx: number,
  ry: number,
  cx: number,
  cy: number,
  height: number,
) {
  const way = half === 'far' ? -1 : 1
  const arc = (dy: number): Point[] =>
    range(17).map((index) => {
      const angle = Math.PI * (1 - index / 16)
      return [
        cx + Math.cos(angle) * rx,
        cy + way * Math.sin(angle) * ry + dy,
        index === 0 || index === 16,
      ]
    })
  const path = shape([...arc(0), ...arc(height).reverse()])
  const thread = lighter(cloth.colour, 0.4)
  const tone = half === 'far' ? { ...cloth, colour: darker(cloth.colour, 0.35) } : cloth
  return (
    piece(path, tone, {
      round: 14,
      lift: half === 'near' ? 5 : 2,
      inside:
        half === 'near'
          ? gleam(arc(height * 0.4).slice(2, 8), height * 0.5, 0.34, 12) +
            shade(arc(height * 0.5).slice(12), height, 0.22)
          : shade(arc(height).slice(2, 15), 26, 0.4),
    }) +
    stitches(thread, line(arc(9)), 7, 2) +
    stitches(thread, line(arc(height - 9)), 7, 2)
  )
}

function coiled(): StillLife {
  const hide = { colour: tones.tan, texture: calf, sheen: 1.1 }
  const height = 92
  const turns = [0, 1, 2, 3].map((index) => ({
    rx: 350 - index * 44,
    ry: 128 - index * 22,
    cy: 920 - index * 4,
  }))
  return {
    backdrop: { tone: tones.fog, prop: 'drum', propTone: tones.bone },
    floor: 1140,
    product: [
      fill(oval(600, 1004, 344, 112), '#4a2d14'),
      ...turns.map(({ rx, ry, cy }) => turnOf(hide, 'far', rx, ry, 600, cy, height)),
      blurred(fill(oval(600, 992, 196, 44), '#7d6a58'), 5),
      ...[...turns]
        .reverse()
        .map(({ rx, ry, cy }) => turnOf(hide, 'near', rx, ry, 600, cy, height)),
      piece(shape('380,1016! 480,1044 566,1056! 566,1146! 470,1134 380,1108!'), hide, {
        round: 12,
        lift: 6,
      }),
      stitches(tones.bone, line('388,1030! 480,1054 558,1066!'), 7, 2),
      stitches(tones.bone, line('388,1096! 480,1122 558,1134!'), 7, 2),
      turned(frame('gold', 548, 1030, 128, 134, 15), 2, 600, 1090),
      turned(plate('gold', 556, 1092, 112, 12, 5), 2, 600, 1090),
      ...[720, 764].map((x) => fill(oval(x, 1098 - (x - 720) * 0.16, 6, 7), '#3a220e')),
    ].join(''),
  }
}

function waistBelt(): StillLife {
  const hide = { colour: tones.ink, texture: calf, sheen: 1.25 }
  const thread = '#5b5b66'
  const front = '180,760 240,830 400,890 600,906 800,890 960,830 1020,760'
  const path = shape(
    '168,690! 240,768 400,826 600,840 800,826 960,768 1032,690! 1040,820! 960,914 800,978 600,994 400,978 240,914 160,820!',
  )
  const back = shape(
    '168,694! 240,640 400,600 600,588 800,600 960,640 1032,694! 1038,816! 960,760 800,716 600,704 400,716 240,760 162,816!',
  )
  const buckleRing = shape(
    '600,760 700,780 748,860 744,960 690,1040 600,1066 510,1040 456,960 452,860 500,780',
  )
  const hole = shape('600,826 660,846 684,900 676,960 640,996 590,1002 548,972 530,920 548,862')
  return {
    backdrop: { tone: '#c19a83' },
    distance: 40,
    product: [
      piece(
        back,
        { ...hide, colour: '#57463a' },
        { round: 16, inside: shade('180,790 400,700 600,690 800,700 1020,790', 30, 0.4) },
      ),
      piece(path, hide, {
        round: 30,
        lift: 8,
        inside:
          gleam('220,800 360,880 480,910', 50, 0.36, 18) +
          gleam('760,900 900,860 990,790', 40, 0.2, 16),
      }),
      stitches(thread, line('180,718! 246,786 404,844 600,858 796,844 954,786 1020,718!'), 8, 2.2),
      stitches(thread, line('174,812! 246,896 404,960 600,976 796,960 954,896 1026,812!'), 8, 2.2),
      piece(ribbon(front, 2, 2), { colour: '#0f0f12' }, { round: 2 }),
      cast('gold', buckleRing + hole, [460, 770], [740, 1060], 8),
      gleam('500,800 470,880 480,980', 16, 0.8, 5),
      gleam('560,790 620,786 680,810', 12, 0.8, 4),
      turned(plate('gold', 590, 888, 130, 20, 10), 4, 600, 900),
    ].join(''),
  }
}

/** Leather strands crossing over and under each other all along a course. */
function plaited(colour: string, course: string, step: number): string {
  const strands = along(course, step).flatMap(({ x, y, angle }, index) =>
    [-27, -9, 9, 27].map((offset, row) => {
      const normal = ((angle + 90) * Math.PI) / 180
      const [cx, cy] = [x + Math.cos(normal) * offset, y + Math.sin(normal) * offset]
      const path = box(cx - 19, cy - 7.5, 38, 15, 7)
      const tone = row % 2 === index % 2 ? colour : lighter(colour, 0.08)
      const strand =
        `<g transform="translate(1.5 3)">${fill(path, '#1c0d06', 0.5)}</g>` +
        fill(path, tone) +
        stroke(path, darker(colour, 0.6), 1.6, 0.8) +
        stroke(`M${cx - 12} ${cy - 3.5}L${cx + 10} ${cy - 3.5}`, lighter(colour, 0.6), 2.4, 0.5)
      return turned(strand, angle + ((index + row) % 2 ? 40 : -40), cx, cy)
    }),
  )
  return strands.join('')
}

function braided(): StillLife {
  const colour = tones.cognac
  const hide = { colour, texture: calf, sheen: 1.15 }
  // The tail passes over the loop, so the course is laid in two parts.
  const loop = '880,330 640,300 380,400 300,640 420,880 680,930 850,780 820,600 660,540'
  const tail = '660,540 520,620 520,760 640,840 800,960 840,1120 760,1230'
  const width = 76
  const laid = (part: string) =>
    blurred(fill(ribbon(part, width, width), '#1c0d06', 0.55), 9) +
    piece(
      ribbon(part, width * 0.94, width * 0.94),
      { ...hide, colour: darker(colour, 0.5) },
      { round: 12 },
    ) +
    plaited(colour, part, 17) +
    blurred(stroke(line(moved(part, 24, 27)), '#1c0d06', 12, 0.35), 8)
  return {
    backdrop: { tone: tones.paper },
    distance: 14,
    product: [
      laid(loop),
      laid(tail),
      piece(ribbon('800,316 880,330 950,352', width + 6, width + 6), hide, { round: 12, lift: 6 }),
      turned(frame('gold', 900, 280, 116, 148, 16), 14, 950, 352),
      turned(plate('gold', 862, 346, 128, 14, 6), 14, 950, 352),
      piece(ribbon('786,1180 756,1232 722,1286', width, width, width - 6, 44), hide, {
        round: 12,
        lift: 6,
      }),
      stitches(
        lighter(colour, 0.4),
        line('760,1176! 814,1206!') + line('756,1186! 808,1216!'),
        6,
        2,
      ),
      strap(hide, '838,290 826,374', 26, 5),
    ].join(''),
  }
}

export const belts = [coiled, waistBelt, braided]
