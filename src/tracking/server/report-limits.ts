import type { AppContext } from '#app/server/context.ts'
import { networkOf } from '#app/server/network.ts'
import { tooManyRequests } from '#app/server/problem.ts'
import { createThrottle } from '#app/server/rate-limits/throttle.ts'

const REPORTS_A_MINUTE = 60

// Each throws 429 if a network reports more than people can view. Kinds are counted separately, so that
// reports of one kind do not use up the limit of another.

export async function limitPageReports(ctx: AppContext, ip: string): Promise<void> {
  await consume(ctx, 'marketing', ip)
}

export async function limitPurchaseReports(ctx: AppContext, ip: string): Promise<void> {
  await consume(ctx, 'marketing-purchase', ip)
}

export async function limitConsentChoices(ctx: AppContext, ip: string): Promise<void> {
  await consume(ctx, 'consent', ip)
}

async function consume(ctx: AppContext, name: string, ip: string): Promise<void> {
  const verdict = await createThrottle(ctx, {
    name,
    limit: REPORTS_A_MINUTE,
    windowSeconds: 60,
  }).consume(networkOf(ip))
  if (!verdict.isAllowed) throw tooManyRequests('Too many reports.', verdict.waitSeconds)
}
