import { beforeEach } from 'vitest'
import { type TestApp, useTestApp } from './test-app.ts'

/** One app for the tests of a file. Before each test its clock and all rate limits are reset. */
export function useUnthrottledApp(options?: Parameters<typeof useTestApp>[0]): TestApp {
  const app = useTestApp(options)
  beforeEach(async () => {
    app.setNow(undefined)
    await forgetThrottles(app)
  })
  return app
}

export async function forgetThrottles({ db }: Pick<TestApp, 'db'>): Promise<void> {
  await db.deleteFrom('throttles').execute()
}
