import { DECLINED_FOR_MS } from '#app/follows/follows.facts.ts'
import type { AppContext } from '#app/server/context.ts'
import { deleteDeclinedBefore } from './for-you.queries.ts'

export async function purgeOldDeclined(ctx: AppContext): Promise<void> {
  await deleteDeclinedBefore(ctx.db, new Date(ctx.now().getTime() - DECLINED_FOR_MS))
}
