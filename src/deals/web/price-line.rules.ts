import type { ToldPrice } from '#app/deals/prices/prices.contract.ts'
import { daysBetween } from '#app/shared/dates.ts'

/** Size of the drawing in its own units; it is stretched to fit. */
export const LINE_SIZE = { width: 320, height: 72, edge: 4 } as const

type Point = Pick<ToldPrice, 'day' | 'now'>

/** The SVG path of a price's steps up to `today`; undefined when there is nothing to draw. */
export function priceSteps(prices: readonly Point[], today: string): string | undefined {
  const known = prices.flatMap(({ day, now }) => (now === null ? [] : [{ day, now }]))
  const [first, last] = [known[0], known.at(-1)]
  if (!first || !last || known.length < 2) return
  const end = today > last.day ? today : last.day
  const days = Math.max(1, daysBetween(first.day, end))
  const amounts = known.map(({ now }) => now)
  const [low, high] = [Math.min(...amounts), Math.max(...amounts)]
  if (low === high) return
  const { width, height, edge } = LINE_SIZE
  const x = (day: string) => round((daysBetween(first.day, day) / days) * width)
  const y = (now: number) => round(edge + (1 - (now - low) / (high - low)) * (height - 2 * edge))
  const steps = known.slice(1).map(({ day, now }) => `H${x(day)}V${y(now)}`)
  return `M0 ${y(first.now)}${steps.join('')}H${width}`
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
