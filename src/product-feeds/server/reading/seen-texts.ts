const FIRST_ROOM = 1 << 12

/**
 * Returns a function that tells whether a text is new. Only a 53-bit hash of each text is kept: with a
 * million texts, one feed in ten thousand has a collision. Uses its own hash table, because a `Set` boxes
 * such numbers.
 */
export function createSeenTexts(): (text: string) => boolean {
  let numbers = new Float64Array(FIRST_ROOM)
  let count = 0

  /** Returns the slot of a number, or the free slot for it; 0 marks a free slot. */
  function placeOf(number: number, within: Float64Array): number {
    const mask = within.length - 1
    let at = number & mask
    while (within[at] !== 0 && within[at] !== number) at = (at + 1) & mask
    return at
  }

  function grow() {
    const larger = new Float64Array(numbers.length * 2)
    for (const number of numbers) if (number !== 0) larger[placeOf(number, larger)] = number
    numbers = larger
  }

  return (text) => {
    const number = numberOf(text)
    const at = placeOf(number, numbers)
    if (numbers[at] === number) return false
    numbers[at] = number
    count += 1
    if (count * 2 > numbers.length) grow()
    return true
  }
}

function numberOf(text: string): number {
  let [a, b] = [0xdeadbeef, 0x41c6ce57]
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    a = Math.imul(a ^ code, 2654435761)
    b = Math.imul(b ^ code, 1597334677)
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909)
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909)
  return 4294967296 * (2097151 & b) + (a >>> 0) || 1
}
