const KEY = 'checkout_token'
const BYTES = 32

/** Where the browser keeps nothing for us, a token lasts as long as the page. */
let ofThisPage: string | undefined

/** The same in every tab of this browser, so that clicks in two of them open one checkout. */
export function checkoutToken(): string {
  const token = readKept() ?? ofThisPage ?? randomToken()
  ofThisPage = token
  keep(token)
  return token
}

/** The next wish to join is a new one: the last has been paid for, or has run out. */
export function renewCheckoutToken(): void {
  ofThisPage = undefined
  try {
    localStorage.removeItem(KEY)
  } catch {}
}

function readKept(): string | undefined {
  try {
    return localStorage.getItem(KEY) ?? undefined
  } catch {
    return
  }
}

function keep(token: string) {
  try {
    localStorage.setItem(KEY, token)
  } catch {}
}

function randomToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
