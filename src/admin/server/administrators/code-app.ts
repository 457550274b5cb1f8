import { Secret, TOTP } from 'otpauth'

/** A new secret to share with a code app, in base 32: 160 bits, as RFC 4226 asks for. */
export function newAppSecret(): string {
  return new Secret({ size: 20 }).base32
}

/** What a code app reads from a picture, or its owner types: RFC 6238 with what every app takes. */
export function appAddress(secret: string, { issuer, label }: { issuer: string; label: string }) {
  return new TOTP({ issuer, label, secret }).toString()
}

/**
 * The step of time that a code is of; undefined for one that is none of this secret, half a minute
 * to either side of now. Kept, so that the same code never works twice.
 */
export function stepOfCode(secret: string, code: string, now: Date): number | undefined {
  const token = code.replace(/[\s-]/g, '')
  if (!/^\d{6}$/.test(token)) return
  const timestamp = now.getTime()
  const delta = TOTP.validate({ token, secret: Secret.fromBase32(secret), timestamp, window: 1 })
  return delta === null ? undefined : TOTP.counter({ timestamp }) + delta
}
