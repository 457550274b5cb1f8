import { randomInt } from 'node:crypto'

/** Letters and digits that are not easily confused. */
const READABLE = 'abcdefghjkmnpqrstuvwxyz23456789'

export function readableText(length: number): string {
  return Array.from({ length }, () => READABLE[randomInt(READABLE.length)]).join('')
}
