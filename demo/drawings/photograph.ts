import sharp, { type Sharp } from 'sharp'
import { type Backdrop, backdrop } from './backdrop.ts'
import { fill } from './svg.ts'

/** A finished drawing: the product alone, and how it is set up in front of the camera. */
export type StillLife = {
  product: string
  backdrop: Backdrop
  /** Standing things meet the floor at this height; the others hang or lie flat. */
  floor?: number
  /** How far, in px, a hanging or lying product is from the paper behind it. */
  distance?: number
}

const WIDTH = 1200
const HEIGHT = 1500

/** Renders a still life to an image of the given width, ready to be encoded. */
export async function photograph(still: StillLife, width = WIDTH): Promise<Sharp> {
  const alone = await raster(page(still.product, width)).png({ compressionLevel: 1 }).toBuffer()
  const href = `data:image/png;base64,${alone.toString('base64')}`
  const image = `<image id="product" href="${href}" width="${WIDTH}" height="${HEIGHT}"/>`
  const { floor, distance = 26 } = still
  const shadows = floor ? standingShadow(floor) : hangingShadow(distance)
  const scene = page(
    `<defs>${image}</defs>${backdrop(still.backdrop, floor)}${shadows}<use href="#product"/>${film}`,
    width,
  )
  return raster(scene).removeAlpha()
}

const raster = (svg: string) => sharp(Buffer.from(svg), { unlimited: true })

const page = (content: string, width: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${width}" ` +
  `height="${(width * HEIGHT) / WIDTH}">${content}</svg>`

/**
 * A blurred copy of the product (below `from`) in shadow colour, moved and flattened by the
 * transform.
 */
function shadow(id: string, blur: string, opacity: number, transform: string, from = 0): string {
  return (
    `<filter id="${id}" filterUnits="userSpaceOnUse" x="-300" y="-300" width="1800" height="2100" ` +
    `color-interpolation-filters="sRGB"><feColorMatrix ` +
    `values="0 0 0 0 0.12 0 0 0 0 0.08 0 0 0 0 0.07 0 0 0 ${opacity} 0"/>` +
    `<feGaussianBlur stdDeviation="${blur}"/></filter>` +
    `<clipPath id="${id}-part"><rect x="-300" y="${from}" width="1800" height="2100"/></clipPath>` +
    `<g filter="url(#${id})"><g transform="${transform}"><g clip-path="url(#${id}-part)">` +
    `<use href="#product"/></g></g></g>`
  )
}

/** Light from the upper left and a little in front: the shadow runs back and to the right. */
function standingShadow(floor: number): string {
  const lean = (slant: number, squash: number) =>
    `matrix(1 0 ${-slant} ${squash} ${slant * floor} ${floor - squash * floor})`
  return (
    shadow('cast', '34 18', 0.34, lean(0.62, 0.2)) +
    shadow('near', '15 8', 0.42, lean(0.3, 0.1), floor - 220) +
    shadow('contact', '6 4', 0.8, lean(0.04, 0.1), floor - 46)
  )
}

function hangingShadow(distance: number): string {
  return (
    shadow('cast', `${distance * 1.3}`, 0.34, `translate(${distance * 1.3} ${distance * 1.6})`) +
    shadow('contact', `${distance * 0.3}`, 0.34, `translate(${distance * 0.3} ${distance * 0.4})`)
  )
}

/** A breath of film grain over everything, so that paper and product share one surface. */
const film =
  `<filter id="film" x="0" y="0" width="1" height="1" color-interpolation-filters="sRGB">` +
  `<feTurbulence type="fractalNoise" baseFrequency="0.7" numOctaves="2" seed="3"/>` +
  `<feColorMatrix values="0 0 0 0 0.2 0 0 0 0 0.16 0 0 0 0 0.12 0.5 0 0 0 -0.22"/></filter>` +
  `<g filter="url(#film)" opacity="0.38">${fill('M0 0L1200 0L1200 1500L0 1500Z', '#000')}</g>`
