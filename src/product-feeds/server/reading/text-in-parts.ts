/**
 * A long text as it comes, in parts. Of it only what is not dealt with yet is held; places are counted, in characters,
 * from the beginning of the whole.
 */
export function createTextInParts() {
  /** What has come and may still be cut out of, and where in the whole it begins. */
  let held = ''
  let heldFrom = 0
  let length = 0
  let doneTo = 0
  /** Where the next entity may begin: looked for once, not in every text. */
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
    /** Nothing before this place is asked for again. */
    forgetTo(place: number): void {
      doneTo = place
    },
    /** How much has come since the last place that was forgotten to, in characters. */
    unfinished: () => length - doneTo,
    cut: (from: number, to: number) => held.slice(from - heldFrom, to - heldFrom),
    /** Letter by letter: short names are compared so before a built-in has begun. */
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
