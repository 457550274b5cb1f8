import type { AppContext } from '#app/server/context.ts'
import type { Payments } from '#app/server/payments.ts'

/** The library tries again as often as ever, but does not wait half a second and more before it. */
export function hurry(payments: Payments): Payments {
  Object.assign(payments.stripe, { getInitialNetworkRetryDelay: () => 0.02 })
  return payments
}

/** As long as this takes, the library waits as it does in earnest. */
export async function unhurried<T>(
  { ctx: { payments } }: { ctx: Pick<AppContext, 'payments'> },
  work: () => Promise<T>,
): Promise<T> {
  Reflect.deleteProperty(payments.stripe, 'getInitialNetworkRetryDelay')
  try {
    return await work()
  } finally {
    hurry(payments)
  }
}
