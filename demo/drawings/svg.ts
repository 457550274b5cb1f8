let used = 0

/** A name no other element of the picture has. */
export function uniqueId(prefix: string): string {
  used += 1
  return `${prefix}${used}`
}

type Bounds = { x: number; y: number; width: number; height: number }

/** The box around every path in a piece of SVG, grown by a margin. */
export function bounds(content: string, margin: number): Bounds {
  const data = content.startsWith('M') ? [content] : (content.match(/ d="[^"]+"/g) ?? [])
  const numbers = data.flatMap((path) => (path.match(/-?[\d.]+/g) ?? []).map(Number))
  const xs = numbers.filter((_, index) => index % 2 === 0)
  const ys = numbers.filter((_, index) => index % 2 === 1)
  const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value))
  const x = clamp(Math.min(...xs) - margin, -200, 1400)
  const y = clamp(Math.min(...ys) - margin, -200, 1700)
  return {
    x,
    y,
    width: Math.max(1, clamp(Math.max(...xs) + margin, -200, 1400) - x),
    height: Math.max(1, clamp(Math.max(...ys) + margin, -200, 1700) - y),
  }
}

/** Passes content through filter steps, computed only where the content is. */
export function filtered(content: string, margin: number, steps: string, attributes = ''): string {
  const id = uniqueId('filter')
  const { x, y, width, height } = bounds(content, margin)
  return (
    `<filter id="${id}" filterUnits="userSpaceOnUse" x="${x}" y="${y}" width="${width}" ` +
    `height="${height}" color-interpolation-filters="sRGB">${steps}</filter>` +
    `<g filter="url(#${id})" ${attributes}>${content}</g>`
  )
}

export function blurred(content: string, radius: number, attributes = ''): string {
  return filtered(content, radius * 3, `<feGaussianBlur stdDeviation="${radius}"/>`, attributes)
}

export function clipped(content: string, path: string): string {
  const id = uniqueId('clip')
  return `<clipPath id="${id}"><path d="${path}"/></clipPath><g clip-path="url(#${id})">${content}</g>`
}

export function fill(path: string, paint: string, opacity = 1): string {
  return `<path d="${path}" fill="${paint}"${opacity < 1 ? ` opacity="${opacity}"` : ''}/>`
}

export function stroke(
  path: string,
  paint: string,
  width: number,
  opacity = 1,
  extra = '',
): string {
  return (
    `<path d="${path}" fill="none" stroke="${paint}" stroke-width="${width}" ` +
    `stroke-linecap="round" stroke-linejoin="round" opacity="${opacity}" ${extra}/>`
  )
}

type Stop = readonly [offset: number, colour: string, opacity?: number]

/** A linear gradient between two points; returns its definition and the paint that uses it. */
export function gradient(from: [number, number], to: [number, number], stops: readonly Stop[]) {
  const id = uniqueId('gradient')
  const [x1, y1] = from
  const [x2, y2] = to
  const define =
    `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" x1="${x1}" y1="${y1}" x2="${x2}" ` +
    `y2="${y2}">${stopList(stops)}</linearGradient>`
  return { define, paint: `url(#${id})` }
}

export function glow(centre: [number, number], radius: number, stops: readonly Stop[]) {
  const id = uniqueId('glow')
  const [cx, cy] = centre
  const define =
    `<radialGradient id="${id}" gradientUnits="userSpaceOnUse" cx="${cx}" cy="${cy}" ` +
    `r="${radius}">${stopList(stops)}</radialGradient>`
  return { define, paint: `url(#${id})` }
}

const stopList = (stops: readonly Stop[]) =>
  stops
    .map(
      ([offset, colour, opacity = 1]) =>
        `<stop offset="${offset}" stop-color="${colour}" stop-opacity="${opacity}"/>`,
    )
    .join('')

export const turned = (content: string, angle: number, x: number, y: number) =>
  `<g transform="rotate(${angle} ${x} ${y})">${content}</g>`

export const shifted = (content: string, dx: number, dy: number) =>
  `<g transform="translate(${dx} ${dy})">${content}</g>`
