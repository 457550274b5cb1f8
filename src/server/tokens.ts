import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** 256 random bits for a cookie or a link. Only its hash is ever stored. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

const SHAPE = /^[A-Za-z0-9_-]{43}$/

/** False for anything we cannot have made: spares the database a look-up. */
export function isTokenShaped(text: string | undefined): text is string {
  return text !== undefined && SHAPE.test(text)
}

/** In constant time: neither where they differ nor how long either is can be told from how long this takes. */
export function isSameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(Buffer.from(hashToken(given)), Buffer.from(hashToken(expected)))
}
