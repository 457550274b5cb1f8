import { uniqueId } from './svg.ts'

/** How a cloth looks from close by: something laid over its plain colour. */
export type Texture = (path: string) => string

/** Random fibre or grain, from turbulence: dark and light specks over the cloth. */
function specks(frequency: string, strength: number, octaves = 2): Texture {
  return (path) => {
    const id = uniqueId('specks')
    const tone = (level: number, slope: number) =>
      `0 0 0 0 ${level} 0 0 0 0 ${level} 0 0 0 0 ${level} ${slope} 0 0 0 ${-slope / 2}`
    return (
      `<filter id="${id}" x="0" y="0" width="1" height="1" color-interpolation-filters="sRGB">` +
      `<feTurbulence type="fractalNoise" baseFrequency="${frequency}" numOctaves="${octaves}" seed="7" result="n"/>` +
      `<feColorMatrix in="n" values="${tone(0.05, strength)}" result="dark"/>` +
      `<feColorMatrix in="n" values="${tone(1, -strength * 0.7)}" result="light"/>` +
      `<feMerge result="all"><feMergeNode in="dark"/><feMergeNode in="light"/></feMerge>` +
      `<feComposite in="all" in2="SourceAlpha" operator="in"/></filter>` +
      `<path d="${path}" filter="url(#${id})"/>`
    )
  }
}

/** A raised surface (hide, bouclé, hammered metal) lit from the upper left. */
function relief(frequency: string, height: number, strength: number): Texture {
  return (path) => {
    const id = uniqueId('relief')
    // Flat ground comes out at 0.5: above it the grain catches light, below it lies in shade.
    return (
      `<filter id="${id}" x="0" y="0" width="1" height="1" color-interpolation-filters="sRGB">` +
      `<feTurbulence type="fractalNoise" baseFrequency="${frequency}" numOctaves="3" seed="11" result="n"/>` +
      `<feColorMatrix in="n" values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1 0 0 0 0"/>` +
      `<feDiffuseLighting surfaceScale="${height}" diffuseConstant="1" lighting-color="#fff" result="lit">` +
      `<feDistantLight azimuth="225" elevation="30"/></feDiffuseLighting>` +
      `<feColorMatrix in="lit" values="0 0 0 0 0.04 0 0 0 0 0.03 0 0 0 0 0.03 ${-strength} 0 0 0 ${strength / 2}" result="dark"/>` +
      `<feColorMatrix in="lit" values="0 0 0 0 1 0 0 0 0 0.97 0 0 0 0 0.92 ${strength * 0.6} 0 0 0 ${-strength * 0.3}" result="light"/>` +
      `<feMerge result="all"><feMergeNode in="dark"/><feMergeNode in="light"/></feMerge>` +
      `<feComposite in="all" in2="SourceAlpha" operator="in"/></filter>` +
      `<path d="${path}" filter="url(#${id})"/>`
    )
  }
}

/** A repeated thread structure, drawn once and tiled. */
function weave(width: number, height: number, tile: string, angle = 0): Texture {
  return (path) => {
    const id = uniqueId('weave')
    return (
      `<pattern id="${id}" patternUnits="userSpaceOnUse" width="${width}" height="${height}" ` +
      `patternTransform="rotate(${angle})">${tile}</pattern><path d="${path}" fill="url(#${id})"/>`
    )
  }
}

const over =
  (...textures: Texture[]): Texture =>
  (path) =>
    textures.map((texture) => texture(path)).join('')

const thread = (d: string, tone: 'dark' | 'light', width: number, opacity: number) =>
  `<path d="${d}" fill="none" stroke="${tone === 'dark' ? '#0d0808' : '#fff8ec'}" ` +
  `stroke-width="${width}" opacity="${opacity}"/>`

export const plain: Texture = () => ''
export const grain = relief('0.2', 1.5, 0.42)
export const pebble = relief('0.12', 2.6, 0.55)
export const calf = over(relief('0.3', 0.8, 0.3), specks('0.02', 0.1))
export const suede = over(specks('0.7', 0.5), specks('0.03', 0.42))
export const velvet = over(specks('0.9', 0.3), specks('0.014 0.03', 0.26))
export const wool = over(specks('0.55', 0.42, 3), specks('0.03', 0.08))
export const boucle = over(relief('0.13', 3.2, 0.6), specks('0.4', 0.3))
export const satin = specks('0.004 0.02', 0.2)
export const silk = specks('0.8', 0.14)

export const poplin = over(
  weave(3, 3, thread('M0 1.5H3', 'dark', 0.6, 0.09) + thread('M1.5 0V3', 'light', 0.6, 0.12)),
  specks('0.6', 0.14),
)
export const canvas = over(
  weave(
    8,
    8,
    thread('M0 2H8M0 6H8', 'dark', 1.4, 0.13) + thread('M2 0V8M6 0V8', 'light', 1.6, 0.2),
  ),
  specks('0.35', 0.4),
)
export const linen = over(
  specks('0.012 0.5', 0.24),
  specks('0.5 0.012', 0.2),
  weave(5, 5, thread('M0 2.5H5', 'dark', 0.8, 0.1) + thread('M2.5 0V5', 'light', 0.8, 0.12)),
)
export const twill = over(weave(5, 10, thread('M0 0V10', 'dark', 2, 0.14), 35), specks('0.5', 0.25))
export const denim = over(
  weave(5, 10, thread('M0 0V10', 'light', 1.8, 0.2) + thread('M2.5 0V10', 'dark', 1.4, 0.16), 38),
  specks('0.4 0.02', 0.55),
  specks('0.5', 0.35),
)
export const herringbone = over(
  weave(
    36,
    8,
    thread('M0 8L18 -4M0 12L18 0M0 4L18 -8M18 0L36 12M18 -4L36 8M18 -8L36 4', 'light', 1.6, 0.26) +
      thread('M0 0V8M18 0V8', 'dark', 1.4, 0.25),
  ),
  wool,
)
export const nylon = over(
  weave(4, 4, thread('M0 1H4', 'light', 0.8, 0.12) + thread('M1 0V4', 'dark', 0.8, 0.16)),
  specks('0.02 0.05', 0.2),
)
export const ribKnit = over(
  weave(
    14,
    10,
    thread('M3.5 0V10', 'dark', 4, 0.26) +
      thread('M10 0V10', 'light', 3, 0.14) +
      thread('M7 0L10.5 5L14 0M7 5L10.5 10L14 5', 'dark', 1, 0.14),
  ),
  wool,
)
export const jersey = over(
  weave(8, 7, thread('M0 0L4 5L8 0', 'dark', 1.3, 0.16) + thread('M0 3L4 8L8 3', 'light', 1, 0.12)),
  wool,
)
export const raffia = over(
  weave(
    40,
    24,
    '<path d="M1 2H19V10H1ZM21 14H39V22H21Z" fill="#fff6de" opacity="0.3"/>' +
      '<path d="M21 2H39V10H21ZM1 14H19V22H1Z" fill="#4a2c0c" opacity="0.16"/>' +
      thread('M0 0.5H40M0 12.5H40M0.5 0V24M20.5 0V24', 'dark', 1.8, 0.34) +
      thread('M2 4H18M22 16H38M2 7H18M22 19H38M24 5H36M4 17H16', 'dark', 0.8, 0.14),
  ),
  specks('0.03 0.2', 0.55),
)
export const jute = over(
  weave(
    30,
    22,
    thread('M0 22L15 4L30 22M0 12L15 -6L30 12', 'dark', 2, 0.3) +
      thread('M0 18L15 0L30 18M0 27L15 9L30 27', 'light', 3, 0.22),
  ),
  specks('0.3', 0.5),
)
export const pleated = over(specks('0.3 0.006', 0.5), specks('0.12 0.003', 0.55))
export const mesh = weave(
  8,
  8,
  '<circle cx="2" cy="2" r="1.5" fill="#0d0808" opacity="0.4"/>' +
    '<circle cx="6" cy="6" r="1.5" fill="#0d0808" opacity="0.4"/>',
)

/** A printed or woven-in pattern of the designer's own, tiled over the cloth. */
export const printed = (width: number, height: number, tile: string, angle = 0): Texture =>
  weave(width, height, tile, angle)
export const layered = over
