import { randomBytes } from 'node:crypto'

/** 72 random bits in 12 address-safe characters: cannot be guessed, tells nothing. */
export function newId(): string {
  return randomBytes(9).toString('base64url')
}
