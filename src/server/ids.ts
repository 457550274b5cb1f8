import { createHash, randomBytes } from 'node:crypto'

/** 72 random bits in 12 URL-safe characters: not guessable. */
export function newId(): string {
  return randomBytes(9).toString('base64url')
}

/** A deterministic id derived from these words; not guessable as long as they are secret. */
export function idFrom(words: string): string {
  return createHash('sha256').update(words).digest('base64url').slice(0, newId().length)
}
