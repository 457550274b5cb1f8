import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { useTestApp } from '#test/support/test-app.ts'
import { startUnsteadyProvider } from './unsteady-provider.ts'

type Options = Pick<
  Parameters<typeof useTestApp>[0] & object,
  'hasPages' | 'extend' | 'environment'
>

/** Provides one app for the tests of a file, which reaches the payment provider through an unsteady proxy.
 * Before each test the proxy is calm, the clock is right and no trial is used up. */
export async function useUnsteadyApp({ environment, ...more }: Options = {}) {
  const provider = await startUnsteadyProvider()
  const app = useTestApp({
    hasPayments: true,
    ...more,
    environment: { STRIPE_API_BASE: provider.origin, ...environment },
  })
  beforeAll(() => provider.pointTo(app.ctx.config.http.ownOrigin))
  beforeEach(() => app.db.deleteFrom('trials').execute())
  afterEach(() => {
    provider.calm()
    app.setNow(undefined)
  })
  afterAll(() => provider.close())
  return { app, provider }
}
