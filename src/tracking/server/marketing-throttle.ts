import type { AppContext } from '#app/server/context.ts'
import { networkOf } from '#app/server/network.ts'
import { tooManyRequests } from '#app/server/problem.ts'
import { createThrottle } from '#app/server/rate-limits/throttle.ts'

const A_MINUTE = { limit: 60, windowSeconds: 60 }

/** Throws 429 when one network reports more than people look at. */
export async function countReport(ctx: AppContext, ip: string): Promise<void> {
  await count(ctx, 'marketing', ip)
}

/** Counted apart: no purchase is lost to the pages that were looked at before it. */
export async function countPurchase(ctx: AppContext, ip: string): Promise<void> {
  await count(ctx, 'marketing-purchase', ip)
}

/** Counted apart: nobody is kept from withdrawing by what others report. */
export async function countChoice(ctx: AppContext, ip: string): Promise<void> {
  await count(ctx, 'consent', ip)
}

async function count(ctx: AppContext, name: string, ip: string): Promise<void> {
  const verdict = await createThrottle(ctx, { name, ...A_MINUTE }).consume(networkOf(ip))
  if (!verdict.isAllowed) throw tooManyRequests('Too many reports.', verdict.waitSeconds)
}
