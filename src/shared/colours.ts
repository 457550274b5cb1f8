/** The colours of `src/ui/tokens.css` for what has no style sheet: mails and generated pictures. */
export const COLOURS = {
  paper: '#f7f4ee',
  linen: '#ebe5da',
  ink: '#1b1714',
  inkSoft: '#645b52',
  hairline: '#dad2c5',
  oxblood: '#701c28',
  onInk: '#f7f4ee',
  onInkSoft: '#b9afa3',
  onInkHairline: '#3d3731',
  rose: '#e9b8b4',
} as const
