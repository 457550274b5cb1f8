import { Secret, TOTP } from 'otpauth'

/** Returns a new secret to share with an authenticator app, in base 32: 160 bits, as RFC 4226 recommends. */
export function newAppSecret(): string {
  return new Secret({ size: 20 }).base32
}

/**
 * Returns the address that an authenticator app reads from the QR code: RFC 6238 with the defaults of all
 * apps.
 */
export function appAddress(secret: string, { issuer, label }: { issuer: string; label: string }) {
  return new TOTP({ issuer, label, secret }).toString()
}

/**
 * Returns the time step of a code, or undefined if it does not match the secret within half a minute of now.
 * The step is stored, so that the same code never works twice.
 */
export function stepOfCode(secret: string, code: string, now: Date): number | undefined {
  const token = code.replace(/[\s-]/g, '')
  if (!/^\d{6}$/.test(token)) return
  const timestamp = now.getTime()
  const delta = TOTP.validate({ token, secret: Secret.fromBase32(secret), timestamp, window: 1 })
  return delta === null ? undefined : TOTP.counter({ timestamp }) + delta
}
