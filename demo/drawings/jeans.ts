import { type Cloth, fold, piece, seam, shade, stitches } from './cloth.ts'
import { box, line, oval, range, type Side, shape, sides } from './geometry.ts'
import { stud } from './hardware.ts'
import { darker, lighter, tones } from './palette.ts'
import type { StillLife } from './photograph.ts'
import { blurred, fill } from './svg.ts'
import { denim, twill } from './texture.ts'

type Pair = {
  cloth: Cloth
  thread: string
  /** The right leg from the waist down its outer seam, round the hem and up to the crotch. */
  leg: string
  knee: readonly [x: number, y: number]
  hem: readonly [inner: number, outer: number, y: number]
  /** How worn: pale thighs and knees. */
  fade: number
  pocket: 'curved' | 'patch'
}

const WAIST = 256

function jeans({ cloth, thread, leg, knee, hem, fade, pocket }: Pair): string {
  const { colour } = cloth
  const [inner, outer, foot] = hem
  const worn = (x: number, y: number, rx: number, ry: number, strength: number) =>
    blurred(fill(oval(x, y, rx, ry), lighter(colour, 0.7), strength * fade), 34)
  const hip = (at: Side) =>
    piece(
      shape(at('690,316! 704,376 742,416 830,424! 830,300!')),
      { ...cloth, colour: darker(colour, 0.14) },
      { round: 8 },
    ) +
    stitches(thread, line(at('682,316! 696,388 736,432 830,440!')), 7, 2.2) +
    stitches(thread, line(at('674,316! 688,394 732,442 830,450!')), 7, 2.2)
  const patch = (at: Side) =>
    piece(shape(at('664,360! 782,356! 788,500! 728,524! 668,504!')), cloth, { round: 9, lift: 4 }) +
    stitches(thread, line(at('672,378! 776,374!')), 7, 2.2) +
    stitches(thread, line(at('674,366! 676,496! 728,514! 780,492! 776,364!')), 7, 2.2)
  const legs = sides.map((at) => {
    const x = (place: number) => (at([[place, 0]])[0] ?? [0])[0]
    return piece(shape(at(leg)), cloth, {
      round: 34,
      lift: 3,
      inside: [
        pocket === 'curved' ? hip(at) : '',
        worn(x(700), 560, 50, 150, 0.5),
        worn(x(knee[0]), knee[1], 52, 90, 0.5),
        ...range(4).map((index) =>
          fold(
            colour,
            at(
              `${790 - index * 8},${470 + index * 28} 720,${510 + index * 26} 650,${520 + index * 20}`,
            ),
            15,
            0.28 + 0.1 * fade,
          ),
        ),
        fold(
          colour,
          at([
            [knee[0] + 60, knee[1] - 40],
            [knee[0], knee[1]],
            [knee[0] - 50, knee[1] - 10],
          ]),
          30,
          0.36,
        ),
        fold(
          colour,
          at([
            [knee[0] + 50, knee[1] + 80],
            [knee[0], knee[1] + 100],
            [knee[0] - 40, knee[1] + 70],
          ]),
          24,
          0.26,
        ),
        fold(
          colour,
          at([
            [outer - 20, foot - 180],
            [(outer + inner) / 2, foot - 130],
            [inner + 20, foot - 150],
          ]),
          28,
          0.3,
        ),
        shade(
          at([
            [608, 600],
            [inner - 4, foot],
          ]),
          30,
          0.2,
        ),
        stitches(
          thread,
          line(
            at([
              [inner - 20, foot - 34, true],
              [outer + 20, foot - 40, true],
            ]),
          ),
          8,
          2.4,
        ),
        seam(
          colour,
          at([
            [inner - 20, foot - 28, true],
            [outer + 20, foot - 34, true],
          ]),
          1.2,
        ),
      ].join(''),
    })
  })
  const band = `${424},${WAIST - 4}! 600,${WAIST + 12} 776,${WAIST - 4}! 782,${WAIST + 58}! 600,${WAIST + 76} 418,${WAIST + 58}!`
  const loop = (x: number, y: number) =>
    piece(box(x - 9, y, 18, 82, 4), cloth, { round: 5, lift: 4 })
  return [
    piece(
      shape('430,254! 600,232 770,254! 600,280!'),
      { ...cloth, colour: darker(colour, 0.35) },
      { round: 8 },
    ),
    ...legs,
    ...(pocket === 'patch' ? sides.map(patch) : []),
    shade('604,330! 606,560 600,606', 12, 0.3),
    seam(colour, '600,320! 602,600!', 1.8),
    stitches(thread, line('644,320! 644,480 632,540 604,572'), 7, 2.2),
    stitches(thread, line('652,320! 652,484 640,548 606,582'), 7, 2.2),
    piece(shape(band), cloth, { round: 10, lift: 4 }),
    stitches(thread, line(`426,${WAIST + 6}! 600,${WAIST + 22} 774,${WAIST + 6}!`), 7, 2.2),
    stitches(thread, line(`424,${WAIST + 48}! 600,${WAIST + 64} 776,${WAIST + 48}!`), 7, 2.2),
    loop(500, WAIST - 4),
    loop(700, WAIST - 4),
    stud('gold', 612, WAIST + 44, 16),
  ].join('')
}

function straight(): StillLife {
  const cloth = { colour: tones.indigo, texture: denim, sheen: 0.85 }
  return {
    backdrop: { tone: tones.paper },
    product: jeans({
      cloth,
      thread: '#c58a45',
      leg: '598,290! 776,266! 806,420 816,560 800,900 782,1318! 712,1330 640,1324! 630,960 616,700 598,612!',
      knee: [708, 880],
      hem: [640, 782, 1322],
      fade: 0.8,
      pocket: 'curved',
    }),
  }
}

function wide(): StillLife {
  const cloth = { colour: '#e6dcc6', texture: twill, sheen: 0.75 }
  return {
    backdrop: { tone: '#b5806a', prop: 'window' },
    product: jeans({
      cloth,
      thread: '#b79a6c',
      leg: '598,290! 776,266! 812,440 836,640 868,960 894,1312! 780,1330 634,1322! 624,960 614,700 598,622!',
      knee: [740, 900],
      hem: [634, 894, 1320],
      fade: 0.1,
      pocket: 'patch',
    }),
  }
}

function flared(): StillLife {
  const cloth = { colour: '#35353a', texture: denim, sheen: 0.9 }
  return {
    backdrop: { tone: tones.sage, prop: 'disc', propTone: '#bcbda6' },
    product: jeans({
      cloth,
      thread: '#7a7a80',
      leg: '598,290! 776,266! 808,420 806,560 768,820 766,900 806,1100 860,1318! 750,1336 632,1326! 640,1100 642,900 634,760 598,606!',
      knee: [704, 860],
      hem: [632, 860, 1326],
      fade: 0.7,
      pocket: 'curved',
    }),
  }
}

export const jeansPairs = [straight, wide, flared]
