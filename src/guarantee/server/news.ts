import type { Database, Trx } from '#app/db/database.ts'
import type { AppContext } from '#app/server/context.ts'

import { findOwner } from './guarantee.queries.ts'

/** What is told of a guarantee in the inbox; who keeps inboxes works it. */
export const GUARANTEE_NEWS_QUEUE = 'guarantee-news'

export type GuaranteeNews = {
  guaranteeId: string
  news: 'open' | 'held' | 'waiting' | 'saved' | 'refused' | 'paid' | 'below' | 'sent-back'
  /** Of the fact: the same is told once. */
  key: string
  meterCents: number
  endsOn?: string
  until?: string
}

/** Promised in the transaction of what it tells of. */
export async function tellNews(
  trx: Trx,
  ctx: Pick<AppContext, 'jobs'>,
  news: GuaranteeNews,
): Promise<void> {
  await ctx.jobs.send(trx, GUARANTEE_NEWS_QUEUE, news, { singletonKey: news.key })
}

/** Undefined once the account is gone. */
export async function whoseNews(db: Database, guaranteeId: string): Promise<string | undefined> {
  return findOwner(db, guaranteeId)
}
