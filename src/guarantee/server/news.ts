import type { Database, Trx } from '#app/db/database.ts'
import type { AppContext } from '#app/server/context.ts'

import { findOwner } from './guarantee.queries.ts'

/** The queue of guarantee news for the inbox; the module that keeps inboxes works it. */
export const GUARANTEE_NEWS_QUEUE = 'guarantee-news'

export type GuaranteeNews = {
  guaranteeId: string
  news: 'open' | 'held' | 'waiting' | 'saved' | 'refused' | 'paid' | 'below' | 'sent-back'
  /** Identifies the news; the same key is told once. */
  key: string
  meterCents: number
  endsOn?: string
  until?: string
}

/** Queues the news in the transaction of the event it reports. */
export async function tellNews(
  trx: Trx,
  ctx: Pick<AppContext, 'jobs'>,
  news: GuaranteeNews,
): Promise<void> {
  await ctx.jobs.send(trx, GUARANTEE_NEWS_QUEUE, news, { singletonKey: news.key })
}

/** Returns the owner of a guarantee; undefined once the account is gone. */
export async function whoseNews(db: Database, guaranteeId: string): Promise<string | undefined> {
  return findOwner(db, guaranteeId)
}
