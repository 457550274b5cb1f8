import { COLOURS } from '#app/shared/colours.ts'

// The site's colours and fonts, in syntax that mail programs support.
export const INK = COLOURS.ink
export const SOFT = COLOURS.inkSoft
export const HAIRLINE = COLOURS.hairline
export const PAPER = COLOURS.paper
export const OXBLOOD = COLOURS.oxblood
export const SERIF =
  "'Bodoni Moda','Bodoni 72','Bodoni MT',Didot,'Playfair Display',Georgia,'Times New Roman',serif"
const SANS =
  "'Instrument Sans',-apple-system,BlinkMacSystemFont,'Segoe UI',Helvetica,Arial,sans-serif"

/** Inline text style; size in pixels. */
export const textStyle = (size: number, colour: string, more = '') =>
  `font-family:${SANS};font-size:${size}px;line-height:1.55;color:${colour};${more}`

export const FRAME = {
  body: `margin:0;padding:0;background-color:${PAPER};-webkit-text-size-adjust:100%`,
  table: `background-color:${PAPER};border-collapse:collapse`,
  column: 'max-width:560px;border-collapse:collapse;text-align:left',
  head: `padding:32px 0 18px;border-bottom:1px solid ${HAIRLINE}`,
  wordmark: `font-family:${SERIF};font-size:30px;line-height:1;letter-spacing:-0.02em;color:${INK};text-decoration:none`,
  foot: textStyle(13, SOFT, `padding:20px 0 48px;border-top:1px solid ${HAIRLINE}`),
  link: `color:${SOFT};text-decoration:underline`,
}

/** For programs that support dark mode styles; others invert colours by themselves. */
export const DARK = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .paper { background-color: ${INK} !important; }
  .ink { color: ${COLOURS.onInk} !important; }
  .soft { color: ${COLOURS.onInkSoft} !important; }
  .sale { color: ${COLOURS.rose} !important; }
  .line { border-color: ${COLOURS.onInkHairline} !important; }
}
@media (max-width: 420px) {
  .title { font-size: 32px !important; }
  .button a { display: block !important; }
  .button, .button table { width: 100% !important; }
}
`
