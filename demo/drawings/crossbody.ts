import { folds, gleam, piece, seam, shade, stitches, strap } from './cloth.ts'
import { box, line, mirrored, oval, range, ribbon, shape } from './geometry.ts'
import { buckle, pull, ring, stud, zip } from './hardware.ts'
import { darker, lighter, tones } from './palette.ts'
import type { StillLife } from './photograph.ts'
import { fill } from './svg.ts'
import { calf, grain, pebble } from './texture.ts'

function saddle(): StillLife {
  const colour = tones.cognac
  const hide = { colour, texture: calf, sheen: 1 }
  const thread = tones.bone
  const body = shape(
    mirrored('600,690! 850,690! 890,700 912,780 914,960 850,1130 720,1206 600,1216'),
  )
  const flap = shape(mirrored('600,672! 862,672! 906,690 916,800 860,960 740,1060 600,1084'))
  return {
    backdrop: { tone: tones.fog },
    distance: 18,
    product: [
      strap(hide, '298,740! 270,520 330,260 520,180 690,200 850,330 930,520 902,740!', 26),
      piece(body, { ...hide, colour: darker(colour, 0.12) }, { round: 46 }),
      stitches(
        thread,
        line('312,760! 306,950 364,1100 490,1180 600,1190 710,1180 836,1100 894,950 888,760!'),
        10,
        2.6,
      ),
      piece(flap, hide, {
        round: 34,
        lift: 12,
        inside:
          gleam('350,710 420,760 400,940', 100, 0.28, 40) + shade('320,694! 880,694!', 14, 0.3),
      }),
      stitches(
        thread,
        line('310,694! 306,800 356,946 472,1036 600,1058 728,1036 844,946 894,800 890,694!'),
        10,
        2.6,
      ),
      piece(box(566, 940, 68, 230, 34), hide, { round: 9, lift: 6 }),
      stitches(thread, box(575, 950, 50, 210, 26), 8, 2.2),
      buckle('gold', 600, 1076, 96, 74),
      ...[300, 900].map(
        (x) =>
          ring('gold', x, 740, 30, 8) +
          piece(box(x - 19, 756, 38, 88, 16), hide, { round: 6, lift: 4 }),
      ),
    ].join(''),
  }
}

function camera(): StillLife {
  const colour = tones.slate
  const hide = { colour, texture: pebble, sheen: 0.85 }
  const thread = lighter(colour, 0.3)
  const front = box(270, 700, 660, 500, 84)
  const side = darker(colour, 0.25)
  const fringe = range(9).map((index) => ({
    outline: `${946 + index * 7},890 ${944 + index * 8},980 ${938 + index * 10},1060`,
    width: 7,
  }))
  return {
    backdrop: { tone: tones.bone, prop: 'drum', propTone: tones.ochre },
    floor: 1196,
    product: [
      strap(
        { ...hide, colour: side },
        '262,760! 190,560 260,330 480,270 700,300 900,470 946,760!',
        24,
      ),
      piece(box(262, 652, 684, 546, 92), { ...hide, colour: side }, { round: 30 }),
      zip('gold', '330,682! 880,682!', darker(colour, 0.2), 26),
      piece(front, hide, {
        round: 36,
        lift: 4,
        inside: gleam('320,780 310,920 340,1100', 110, 0.14, 44),
      }),
      stitches(thread, box(288, 718, 624, 464, 68), 9, 2.4),
      piece(box(330, 900, 540, 246, 54), hide, { round: 18, lift: 6 }),
      stitches(thread, box(344, 914, 512, 218, 42), 9, 2.2),
      seam(colour, '330,948! 870,948!'),
      ...[258, 948].map(
        (x) =>
          piece(box(x - 18, 740, 36, 80, 14), hide, { round: 6, lift: 4 }) +
          ring('gold', x, 744, 25, 7),
      ),
      pull('gold', 868, 684, 30, -64),
      strap(hide, '900,700! 948,760 966,850!', 9, 3),
      piece(
        shape('950,880! 992,880! 1026,1070! 1000,1078 960,1074 926,1070!'),
        { ...hide, colour: tones.clay },
        { round: 10, lift: 5, inside: folds(tones.clay, fringe, 0.7) },
      ),
      piece(box(946, 842, 50, 46, 10), { ...hide, colour: tones.clay }, { round: 8, lift: 4 }),
    ].join(''),
  }
}

function bucket(): StillLife {
  const colour = tones.ivory
  const hide = { colour, texture: grain, sheen: 0.8 }
  const base = { colour: tones.tan, texture: calf, sheen: 0.95 }
  const body = shape(
    mirrored(
      '600,650! 720,636 826,612! 836,680 824,740 868,900 900,1090 884,1190 820,1226 600,1238',
    ),
  )
  const gathers = range(11).map((index) => {
    const x = 390 + index * 42
    return {
      outline: `${x},730 ${600 + (x - 600) * 1.06},800 ${600 + (x - 600) * 1.14},900`,
      width: 20,
    }
  })
  const frills = range(11).map((index) => ({
    outline: `${396 + index * 42},720 ${392 + index * 42},680 ${392 + index * 42},630`,
    width: 20,
  }))
  return {
    backdrop: { tone: '#6b2b30' },
    floor: 1236,
    product: [
      strap({ ...base }, '356,780! 240,560 300,290 520,210 740,236 900,420 846,780!', 18),
      fill(
        shape('374,612! 480,580 600,572 720,580 826,612! 720,650 600,660 480,650'),
        darker(tones.sand, 0.5),
      ),
      piece(body, hide, {
        round: 50,
        inside:
          folds(colour, gathers, 0.5) +
          folds(colour, frills, 0.42) +
          gleam('380,880 350,1000 350,1120', 90, 0.4, 36),
      }),
      piece(
        shape(mirrored('600,1050! 760,1042 902,1020! 906,1110 884,1196 820,1228 600,1240')),
        base,
        { round: 36, lift: 4 },
      ),
      stitches(tones.ivory, line('300,1036! 440,1060 600,1066 760,1060 900,1036!'), 9, 2.4),
      strap(base, '372,738 480,752 600,756 720,752 828,738', 13, 4),
      ...range(9).map((index) =>
        stud('gold', 400 + index * 50, 738 + 16 * (1 - ((index - 4) / 4) ** 2), 10),
      ),
      strap(base, '560,756! 530,830 548,930!', 12, 4),
      strap(base, '640,756! 676,840 652,960!', 12, 4),
      ...['548,920', '652,950'].map((at) => {
        const [x = 0, y = 0] = at.split(',').map(Number)
        return piece(ribbon(`${x},${y} ${x},${y + 70}`, 18, 26, 30), base, { round: 6, lift: 4 })
      }),
      piece(box(572, 730, 56, 52, 14), base, { round: 8, lift: 5 }),
      ...[362, 838].map(
        (x) => piece(oval(x, 790, 26, 34), base, { round: 8, lift: 4 }) + stud('gold', x, 790, 11),
      ),
    ].join(''),
  }
}

export const crossbodies = [saddle, camera, bucket]
