import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { AppContext } from '#app/server/context.ts'
import type { PasskeyRow } from './administrators.queries.ts'

// Loaded on demand: most processes never see a passkey, and its certificate library takes as much memory and
// startup time as the payment provider's.
const loadLibrary = () => import('@simplewebauthn/server')

/** EdDSA, ES256 and RS256, which every browser supports; experimental ones are not offered. */
const ALGORITHMS = [-8, -7, -257]

/** The host that passkeys are bound to: a passkey works only on the host it was made for. */
function place({ config }: Pick<AppContext, 'config'>) {
  const { hostname, origin } = new URL(config.http.publicUrl)
  return { rpID: hostname, origin }
}

/**
 * Returns the options with which the browser makes a new passkey. Their challenge is stored and answered
 * once.
 */
export async function newPasskeyOptions(
  ctx: Pick<AppContext, 'config'>,
  { email, name, passkeys }: { email: string; name: string; passkeys: PasskeyRow[] },
) {
  const { generateRegistrationOptions } = await loadLibrary()
  return generateRegistrationOptions({
    rpName: ctx.config.club.name,
    rpID: place(ctx).rpID,
    userName: email,
    userDisplayName: name,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: passkeys.map(({ id, transports }) => ({ id, transports })),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })
}

/** Returns the options with which the browser signs with one of these passkeys, or null without any. */
export async function passkeyOptions(ctx: Pick<AppContext, 'config'>, passkeys: PasskeyRow[]) {
  if (passkeys.length === 0) return null
  const { generateAuthenticationOptions } = await loadLibrary()
  return generateAuthenticationOptions({
    rpID: place(ctx).rpID,
    allowCredentials: passkeys.map(({ id, transports }) => ({ id, transports })),
    userVerification: 'preferred',
  })
}

/** Verifies a new passkey; undefined if it answers another challenge or comes from another origin. */
export async function readNewPasskey(
  ctx: Pick<AppContext, 'config'>,
  { answer, challenge }: { answer: object; challenge: string },
): Promise<Pick<PasskeyRow, 'id' | 'publicKey' | 'counter' | 'transports'> | undefined> {
  const { rpID, origin } = place(ctx)
  const { verifyRegistrationResponse } = await loadLibrary()
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: answer as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      supportedAlgorithmIDs: ALGORITHMS,
      // The password is already the other factor.
      requireUserVerification: false,
    })
    if (!verified) return
    const { id, publicKey, counter, transports = [] } = registrationInfo.credential
    return { id, publicKey: Buffer.from(publicKey).toString('base64url'), counter, transports }
  } catch {
    // The library throws for every malformed answer; the details would not help the person.
    return
  }
}

/** Returns the passkey that signed, with its new counter; undefined if the answer is invalid. */
export async function readPasskeyAnswer(
  ctx: Pick<AppContext, 'config'>,
  {
    answer,
    challenge,
    passkeys,
  }: { answer: { id: string }; challenge: string; passkeys: PasskeyRow[] },
): Promise<{ id: string; counter: number } | undefined> {
  const passkey = passkeys.find(({ id }) => id === answer.id)
  if (!passkey) return
  const { rpID, origin } = place(ctx)
  const { id, counter, transports } = passkey
  const { verifyAuthenticationResponse } = await loadLibrary()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: answer as unknown as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      credential: {
        id,
        publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
        counter,
        transports,
      },
      requireUserVerification: false,
    })
    return verified ? { id, counter: authenticationInfo.newCounter } : undefined
  } catch {
    return
  }
}
