import { COLOURS } from '#app/shared/colours.ts'
import type { Club } from '#app/shared/site.ts'
import type { ShareCopy } from './words.copy.ts'

/** Pixels; the size that link previews are made for. */
export const SHARE_SIZE = { width: 1200, height: 630 } as const

const { ink: INK, inkSoft: INK_SOFT, hairline: HAIRLINE, oxblood: OXBLOOD, paper: PAPER } = COLOURS
const { onInkSoft: ON_INK_SOFT, onInkHairline: ON_INK_HAIRLINE } = COLOURS

export const SANS = 'Instrument Sans'
export const DISPLAY = 'Bodoni Moda'
/** Suffix of the fonts with the rest of the Latin alphabet. */
export const MORE = ' More'
const SANS_STACK = `${SANS}, ${SANS}${MORE}, ${DISPLAY}, ${DISPLAY}${MORE}`
const DISPLAY_STACK = `${DISPLAY}, ${DISPLAY}${MORE}`

type Style = Record<string, string | number>
export type Element = { type: string; props: { style: Style; children: Element[] | string } }

/** The part of the club's identity that is drawn. */
export type Mark = Pick<Club, 'name' | 'shortName'>

const PADDING = 64

/** The text of a deal, beside its picture. */
export function dealLayout(
  words: ShareCopy,
  { pictureWidth, club }: { pictureWidth: number; club: Mark },
): Element {
  const width = SHARE_SIZE.width - pictureWidth
  const lineWidth = width - 2 * PADDING
  return box(
    {
      width,
      height: SHARE_SIZE.height,
      padding: `56px ${PADDING}px 44px`,
      flexDirection: 'column',
      justifyContent: 'space-between',
      backgroundColor: PAPER,
      color: INK,
      fontFamily: SANS_STACK,
      fontWeight: 500,
    },
    [
      display({ fontSize: 46, letterSpacing: -0.9 }, club.shortName),
      box({ flexDirection: 'column' }, [
        brandLine(words.brand ?? 'Designer deal', lineWidth),
        words.over
          ? display({ color: INK_SOFT, ...headline(words.over, lineWidth) }, words.over)
          : words.now
            ? display({ color: OXBLOOD, ...headline(words.now, lineWidth) }, words.now)
            : display(headline(KEPT, lineWidth), KEPT),
        ...(words.now && (words.was || words.off) ? [aside(words)] : []),
      ]),
      colophon(HAIRLINE, INK_SOFT),
    ],
  )
}

const KEPT = 'Kept for members'

/** Upper case with tracking; a long name is set smaller and wraps. */
function brandLine(brand: string, maxWidth: number): Element {
  const fontSize = brand.length > 60 ? 20 : brand.length > 24 ? 24 : 28
  return text(
    {
      fontSize,
      maxWidth,
      letterSpacing: fontSize * 0.14,
      lineHeight: 1.4,
      fontWeight: 600,
      marginBottom: 20,
      wordBreak: 'break-word',
    },
    brand.toLocaleUpperCase('en-US'),
  )
}

/** As large as the line allows: letters of the display typeface are about half as wide as high. */
function headline(line: string, width: number): Style {
  const fontSize = Math.min(140, Math.floor(width / (line.length * 0.52)))
  return { fontSize, letterSpacing: fontSize * -0.015, marginLeft: fontSize * -0.03 }
}

function aside({ was, before, off }: ShareCopy): Element {
  const style = { fontSize: 36, lineHeight: 1.2 }
  return box({ alignItems: 'baseline', marginTop: 26 }, [
    ...(was && before ? [text({ ...style, color: INK_SOFT, marginRight: 12 }, before)] : []),
    ...(was
      ? [text({ ...style, color: INK_SOFT, marginRight: 26, textDecoration: 'line-through' }, was)]
      : []),
    ...(off ? [text({ ...style, fontWeight: 600 }, off)] : []),
  ])
}

function colophon(line: string, color: string): Element {
  return box(
    { borderTop: `1px solid ${line}`, paddingTop: 20, color, fontSize: 22, lineHeight: 1.3 },
    [text({}, 'Designer fashion, marked down')],
  )
}

/** Our own mark, in place of a missing picture. */
export function markLayout(width: number, club: Mark): Element {
  return box(
    {
      width,
      height: SHARE_SIZE.height,
      alignItems: 'center',
      justifyContent: 'center',
      backgroundColor: INK,
      color: PAPER,
    },
    [display({ fontSize: 420, letterSpacing: 0 }, club.shortName.slice(0, 1))],
  )
}

/** The image of the club itself. */
export function siteLayout(club: Mark): Element {
  return box(
    {
      ...SHARE_SIZE,
      padding: '60px 72px 48px',
      flexDirection: 'column',
      justifyContent: 'space-between',
      backgroundColor: INK,
      color: PAPER,
      fontFamily: SANS_STACK,
      fontWeight: 500,
    },
    [
      text({ fontSize: 26, letterSpacing: 3.6, fontWeight: 600 }, club.name.toUpperCase()),
      display({ fontSize: 276, letterSpacing: -8, marginLeft: -12 }, club.shortName),
      colophon(ON_INK_HAIRLINE, ON_INK_SOFT),
    ],
  )
}

function box(style: Style, children: Element[]): Element {
  return { type: 'div', props: { style: { ...BLOCK, ...style }, children } }
}

function text(style: Style, words: string): Element {
  return { type: 'div', props: { style: { ...BLOCK, ...style }, children: words } }
}

function display(style: Style, words: string): Element {
  return text({ fontFamily: DISPLAY_STACK, lineHeight: 1, ...style }, words)
}

const BLOCK = { display: 'flex', boxSizing: 'border-box' }
