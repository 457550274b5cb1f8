type Options = Record<string, unknown>

/** Whether this browser supports passkeys. */
export function knowsPasskeys(): boolean {
  return typeof PublicKeyCredential === 'function'
}

// The library is loaded on first use: most pages of the back office never need a passkey.

/** Creates a passkey; throws the browser's error, such as when the person cancels. */
export async function makePasskey(options: Options): Promise<object> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  return startRegistration({ optionsJSON: options as never })
}

/** Signs with a passkey; throws the browser's error as well. */
export async function signWithPasskey(options: Options): Promise<object> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  return startAuthentication({ optionsJSON: options as never })
}

/** Shown when the browser returned no passkey. */
export const NO_PASSKEY = 'No passkey was given. Try again, or use another key.'
