/**
 * A long text that arrives in parts. Only the unprocessed end of it is held; positions count characters from
 * the beginning of the whole text.
 */
export function createTextInParts() {
  /** The part that may still be cut from, and its position in the whole text. */
  let held = ''
  let heldFrom = 0
  let length = 0
  let doneTo = 0
  /** The position of the next ampersand: searched once, not for every text. */
  let ampersand = -1

  return {
    add(part: string): void {
      // A name may begin in one part and end in the next.
      if (doneTo >= length) {
        held = part
        heldFrom = length
      } else if (doneTo > heldFrom) {
        held = held.slice(doneTo - heldFrom) + part
        heldFrom = doneTo
      } else held += part
      length += part.length
      ampersand = -1
    },
    /** Promises that nothing before this position is asked for again. */
    forgetTo(place: number): void {
      doneTo = place
    },
    /** Returns the number of characters after the last forgotten position. */
    unfinished: () => length - doneTo,
    cut: (from: number, to: number) => held.slice(from - heldFrom, to - heldFrom),
    /** Compares character by character: for short names this is faster than a built-in. */
    isWritten(name: string, from: number, to: number): boolean {
      if (name.length !== to - from) return false
      const offset = from - heldFrom
      for (let at = 0; at < name.length; at += 1) {
        if (held.charCodeAt(offset + at) !== name.charCodeAt(at)) return false
      }
      return true
    },
    hasEntity(from: number, to: number): boolean {
      if (ampersand < from) {
        const found = held.indexOf('&', from - heldFrom)
        ampersand = found < 0 ? Infinity : heldFrom + found
      }
      return ampersand < to
    },
  }
}
