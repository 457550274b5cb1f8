import { fold, folds, gleam, piece, seam, shade, stitches, strap } from './cloth.ts'
import { along, box, line, mirrored, range, ribbon, shape } from './geometry.ts'
import { ring, stud } from './hardware.ts'
import { darker, lighter, tones } from './palette.ts'
import type { StillLife } from './photograph.ts'
import { fill, stroke, turned } from './svg.ts'
import { calf, canvas, grain, raffia } from './texture.ts'

function structured(): StillLife {
  const colour = tones.oxblood
  const hide = { colour, texture: grain, sheen: 0.9 }
  const thread = lighter(colour, 0.35)
  const body = shape(
    mirrored('600,640! 846,640! 868,650 876,680 958,1190 956,1224 930,1246 600,1248'),
  )
  const handle = (top: number) =>
    `432,700! 438,560 480,${top + 66} 600,${top} 720,${top + 66} 762,560 768,700!`
  const tab = (x: number) =>
    piece(box(x - 30, 640, 60, 150, 28), hide, { round: 7, lift: 4 }) +
    stitches(thread, box(x - 21, 690, 42, 90, 18), 7, 2) +
    ring('gold', x, 662, 30, 8)
  return {
    backdrop: { tone: tones.bone },
    floor: 1248,
    product: [
      strap({ ...hide, colour: darker(colour, 0.3) }, handle(330), 26),
      fill(shape(mirrored('600,618 800,622 858,640! 870,668! 600,680!')), darker(colour, 0.75)),
      piece(body, hide, {
        round: 44,
        inside: [
          piece(
            shape('856,630! 890,640! 990,1260! 890,1260! 846,960'),
            { ...hide, colour: darker(colour, 0.3) },
            { round: 18 },
          ),
          gleam('330,700 296,950 280,1200', 120, 0.14, 44),
          shade('330,708! 860,708!', 22, 0.22),
          seam(colour, '240,1086! 872,1086!'),
        ].join(''),
      }),
      stitches(thread, 'M350 660L846 660', 8, 2.4),
      stitches(thread, 'M262 1100L868 1100', 8, 2.4),
      strap(hide, handle(384), 28),
      tab(432),
      tab(768),
      stud('gold', 300, 1180, 10),
    ].join(''),
  }
}

function soft(): StillLife {
  const cotton = { colour: tones.bone, texture: canvas, sheen: 0.7 }
  const hide = { colour: tones.tan, texture: calf, sheen: 0.9 }
  const thread = tones.ivory
  const body =
    '210,600! 400,588 600,604 800,586 992,600! 1004,800 986,1010 980,1240! 600,1256 220,1240! 214,1000 196,800'
  const base = '190,1060! 600,1080 1010,1060! 1000,1270! 600,1270! 200,1270!'
  const handle = (rise: number, tone: string, x = 0) =>
    strap(
      { ...hide, colour: tone },
      `${404 + x},620! ${400 + x},470 ${470 + x},${rise} ${600 + x},${rise - 30} ${730 + x},${rise} ${800 + x},470 ${796 + x},620!`,
      40,
    )
  return {
    backdrop: { tone: tones.sage },
    floor: 1250,
    product: [
      handle(300, darker(tones.tan, 0.35), 16),
      fill(shape('212,604! 400,574 600,566 800,574 990,604! 600,640!'), darker(tones.sand, 0.45)),
      piece(shape(body), cotton, {
        round: 40,
        inside: [
          fold(tones.bone, '300,620 330,780 300,1040', 56, 0.34),
          fold(tones.bone, '560,640 600,800 560,1060', 50, 0.26),
          fold(tones.bone, '930,640 880,830 930,1060', 64, 0.4),
          fold(tones.bone, '220,980 400,1040 640,1030', 44, 0.24),
          piece(shape(base), hide, { round: 30, lift: 4 }),
          stitches(thread, line('194,1076! 600,1096 1008,1076!'), 10, 2.8),
        ].join(''),
      }),
      stitches(darker(tones.bone, 0.3), line('214,640! 400,628 600,644 800,626 992,640!'), 9, 2.2),
      ...[400, 800].map((x) =>
        [
          piece(box(x - 22, 592, 44, 500, 4), hide, { round: 8, lift: 5 }),
          stitches(thread, `M${x - 15} 600L${x - 15} 1084M${x + 15} 600L${x + 15} 1084`, 8, 2),
          stud('gold', x, 664, 8),
          stud('gold', x, 1060, 8),
        ].join(''),
      ),
      handle(330, tones.tan),
    ].join(''),
  }
}

function basket(): StillLife {
  const straw = { colour: tones.straw, texture: raffia, sheen: 0.9 }
  const dark = { colour: tones.ink, texture: calf, sheen: 1 }
  const body = shape(
    mirrored('600,720! 800,716 960,690! 976,860 930,1080 850,1220 780,1252 600,1258'),
  )
  const handle = (top: number) =>
    `410,800! 400,600 460,${top + 60} 600,${top} 740,${top + 60} 800,600 790,800!`
  const rim = '238,690 400,722 600,734 800,722 962,690'
  const rows = range(13).map((row) => {
    const y = 760 + row * 37
    const half = 362 - row ** 2 * 0.9
    return { outline: `${600 - half},${y - 20} 600,${y + 22} ${600 + half},${y - 20}`, width: 12 }
  })
  return {
    backdrop: { tone: tones.stone, prop: 'arch', propTone: '#b67a60' },
    floor: 1252,
    product: [
      strap({ ...dark, colour: darker(tones.ink, 0.3) }, handle(400), 24),
      fill(shape('240,690! 420,654 600,648 780,654 960,690! 780,726 600,736 420,726'), '#4a3314'),
      piece(body, straw, { round: 60, inside: folds(tones.straw, rows, 0.24) }),
      piece(
        ribbon(rim, 34, 36, 34),
        { ...straw, colour: lighter(tones.straw, 0.2) },
        { round: 9, lift: 5 },
      ),
      ...along(rim, 17).map(({ x, y, angle }) =>
        turned(stroke(`M${x - 5} ${y - 17}L${x + 5} ${y + 17}`, '#5d3d12', 2.4, 0.45), angle, x, y),
      ),
      strap(dark, handle(450), 26),
      ...[410, 790].map(
        (x) =>
          piece(box(x - 32, 772, 64, 110, 30), dark, { round: 9, lift: 5 }) +
          stitches(tones.straw, box(x - 23, 782, 46, 90, 22), 8, 2.2) +
          stud('gold', x, 828, 9),
      ),
    ].join(''),
  }
}

export const totes = [structured, soft, basket]
