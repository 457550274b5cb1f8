import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { useTestApp } from '#test/support/test-app.ts'
import { startUnsteadyProvider } from './unsteady-provider.ts'

type Options = Pick<
  Parameters<typeof useTestApp>[0] & object,
  'hasPages' | 'extend' | 'environment'
>

/**
 * One app for the tests of a file that reaches the payment provider through an unsteady one. Before
 * each test that is calm, the clock is right, and nobody has had a trial.
 */
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
