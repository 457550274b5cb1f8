import type { AppContext } from '#app/server/context.ts'
import type { Payments } from '#app/server/payments.ts'

/** Shortens the library's delay before a retry from half a second and more; the number of retries stays. */
export function hurry(payments: Payments): Payments {
  Object.assign(payments.stripe, { getInitialNetworkRetryDelay: () => 0.02 })
  return payments
}

/** Runs the work with the library's real retry delays. */
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
