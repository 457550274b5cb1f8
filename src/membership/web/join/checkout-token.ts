import { browserStorage } from '#app/web/browser-storage.ts'

const KEY = 'checkout_token'
const BYTES = 32

/** Where browser storage is unavailable, a token lasts as long as the page. */
let ofThisPage: string | undefined

/** The same token in every tab of this browser, so that clicks in two of them open one checkout. */
export function checkoutToken(): string {
  const token = browserStorage.read(KEY) ?? ofThisPage ?? randomToken()
  ofThisPage = token
  browserStorage.write(KEY, token)
  return token
}

/** Makes the next checkout a new one, because the last has been paid for or has expired. */
export function renewCheckoutToken(): void {
  ofThisPage = undefined
  browserStorage.remove(KEY)
}

function randomToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
