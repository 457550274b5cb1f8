import { ApiError, browserApi } from '#app/web/api/api.ts'
import { loadCsrfToken } from '#app/web/api/csrf-token.ts'
import { UNREACHED } from '#app/web/api/unreached.copy.ts'
import type { CheckoutReference } from './checkout-reference.ts'

/** Changes the address of a payment made in this browser; returns the new address, or the problem. */
export async function sendMendedAddress(
  reference: CheckoutReference,
  email: string,
): Promise<{ email: string } | { problem: string }> {
  try {
    const csrfToken = await loadCsrfToken()
    const response = await browserApi.request(
      'POST',
      '/api/checkout-address',
      { ...reference, email },
      { 'x-csrf-token': csrfToken },
    )
    return await response.json()
  } catch (error) {
    if (!(error instanceof ApiError)) return { problem: UNREACHED }
    return { problem: error.fields.email ?? error.serverText ?? UNREACHED }
  }
}
