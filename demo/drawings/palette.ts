/** The shared colours of the set. Every picture takes its backdrop and its cloth from here. */
export const tones = {
  paper: '#ece5d9',
  bone: '#e6dcc9',
  ivory: '#efe7d8',
  white: '#f3f0ea',
  sand: '#cbb592',
  straw: '#cfae74',
  champagne: '#dcc6a6',
  camel: '#b98d5a',
  tan: '#b0753f',
  cognac: '#93502a',
  clay: '#b06a4c',
  blush: '#dcb3a4',
  ochre: '#c08a2e',
  oxblood: '#6a1d24',
  chocolate: '#4a2e22',
  olive: '#66633f',
  moss: '#494b2d',
  sage: '#a9aa8f',
  slate: '#5a7188',
  fog: '#c3c9cb',
  indigo: '#2f4262',
  charcoal: '#45444a',
  ink: '#26262c',
  stone: '#b9ae9f',
  brass: '#b98f45',
  steel: '#a9adb2',
} as const

/** Mixes two hex colours; `amount` 0 keeps the first, 1 gives the second. */
export function mix(first: string, second: string, amount: number): string {
  const channel = (colour: string, index: number) =>
    Number.parseInt(colour.slice(1 + index * 2, 3 + index * 2), 16)
  const mixed = [0, 1, 2].map((index) => {
    const value = channel(first, index) * (1 - amount) + channel(second, index) * amount
    return Math.round(value).toString(16).padStart(2, '0')
  })
  return `#${mixed.join('')}`
}

/** The colour in shade: warm, never plain black. */
export const darker = (colour: string, amount = 0.5) => mix(colour, '#120c0d', amount)

/** The colour under a pale veil of light, for papers and walls. */
export const paler = (colour: string, amount = 0.4) => mix(colour, '#fff9f0', amount)

/** The colour where light from the upper left meets it: brighter first, only then paler. */
export function lighter(colour: string, amount = 0.4): string {
  return mix(colour, mix(vivid(colour), '#fff7ea', amount * 0.75), Math.min(1, amount * 1.5))
}

/** The same hue at half as bright again. */
function vivid(colour: string): string {
  const channels = [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16))
  const gain = Math.min(1.5, 250 / Math.max(...channels))
  const scaled = channels.map((value) =>
    Math.round(value * gain)
      .toString(16)
      .padStart(2, '0'),
  )
  return `#${scaled.join('')}`
}
