import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** 256 random bits for a cookie or a link. Only its hash is ever stored. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

const SHAPE = /^[A-Za-z0-9_-]{43}$/

/** False for anything we cannot have created, which saves a database query. */
export function isTokenShaped(text: string | undefined): text is string {
  return text !== undefined && SHAPE.test(text)
}

/** Compares in constant time: timing reveals neither where they differ nor their lengths. */
export function isSameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(Buffer.from(hashToken(given)), Buffer.from(hashToken(expected)))
}
