/** A seeded random number generator (mulberry32), so that the sheet is the same on every machine. */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed
  }

  /** A number in [0, 1). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }

  /** A whole number in [low, high]. */
  between(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1))
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  pick<T>(from: readonly T[]): T {
    const chosen = from[Math.floor(this.next() * from.length)]
    if (chosen === undefined) throw new Error('Nothing to pick from')
    return chosen
  }

  /** `count` different entries, in their original order. */
  sample<T>(from: readonly T[], count: number): T[] {
    const indexes = from.map((_, index) => index)
    while (indexes.length > count) indexes.splice(Math.floor(this.next() * indexes.length), 1)
    return from.filter((_, index) => indexes.includes(index))
  }
}
