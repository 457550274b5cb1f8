type Options = Record<string, unknown>

/** Whether this browser knows passkeys at all. */
export function knowsPasskeys(): boolean {
  return typeof PublicKeyCredential === 'function'
}

// The library is loaded with the first press: most pages of the back office never ask for a passkey.

/** Makes a passkey; throws what the browser throws, as when somebody thinks better of it. */
export async function makePasskey(options: Options): Promise<object> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  return startRegistration({ optionsJSON: options as never })
}

/** Signs with a passkey; throws likewise. */
export async function signWithPasskey(options: Options): Promise<object> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  return startAuthentication({ optionsJSON: options as never })
}

/** What to say when the browser gave none. */
export const NO_PASSKEY = 'No passkey was given. Try again, or use another key.'
