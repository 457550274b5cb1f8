import { createHash, randomBytes } from 'node:crypto'

/** 72 random bits in 12 address-safe characters: cannot be guessed, tells nothing. */
export function newId(): string {
  return randomBytes(9).toString('base64url')
}

/** The id that always follows from these words; as long as they are secret, it cannot be guessed either. */
export function idFrom(words: string): string {
  return createHash('sha256').update(words).digest('base64url').slice(0, newId().length)
}
