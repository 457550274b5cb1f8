import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Actor } from '#app/admin/server/audit/audit.ts'
import { inAuditedTransaction } from '#app/admin/server/audit/audited-transaction.ts'
import type { Trx } from '#app/db/database.ts'
import type {
  ChangeProductFeed,
  NewProductFeed,
  ProductFeeds,
} from '#app/product-feeds/product-feeds.contract.ts'
import {
  addFeed,
  beginUpload,
  changeFeed,
  type FeedOutcome,
  fetchNow,
  listFeeds,
  readUpload,
  removeFeed,
} from '#app/product-feeds/server/feeds/feeds.ts'
import type { AppContext } from '#app/server/context.ts'
import { makeUploadFolder, removeUploadFolder } from '#app/server/uploads/folder.ts'
import type { UploadedFile } from '#app/server/uploads/reading.ts'

// Each of these is one transaction: a use case of `product-feeds`, and the audit entry that says who did it.

export async function addFeedAsAdmin(ctx: AppContext, actor: Actor, feed: NewProductFeed) {
  await changeFeedAudited(ctx, actor, 'added', (trx) => addFeed(trx, ctx, feed, actor.name))
  return answer(ctx)
}

export async function changeFeedAsAdmin(
  ctx: AppContext,
  actor: Actor,
  feedId: string,
  change: ChangeProductFeed,
) {
  await changeFeedAudited(ctx, actor, 'changed', (trx) =>
    changeFeed(trx, ctx, feedId, change, actor.name),
  )
  return answer(ctx)
}

export async function removeFeedAsAdmin(ctx: AppContext, actor: Actor, feedId: string) {
  await changeFeedAudited(ctx, actor, 'removed', (trx) => removeFeed(trx, feedId))
  return answer(ctx)
}

export async function fetchFeedAsAdmin(ctx: AppContext, actor: Actor, feedId: string) {
  await changeFeedAudited(ctx, actor, 'fetched', (trx) => fetchNow(trx, ctx, feedId, actor.name))
  return answer(ctx)
}

/**
 * Takes a file and reads it in the background, whether the sender waits or not; `reading` resolves when that
 * ends. The file is moved out of the request's folder for as long.
 */
export async function uploadFeedAsAdmin(
  ctx: AppContext,
  actor: Actor,
  feedId: string,
  { path, fileName, sizeBytes }: UploadedFile,
): Promise<{ feeds: ProductFeeds; reading: Promise<void> }> {
  const folder = await makeUploadFolder(ctx.config.dataDir)
  try {
    const kept = join(folder, 'feed')
    await rename(path, kept)
    const uploaded = { feedId, fileName, sizeBytes }
    const { runId } = await changeFeedAudited(ctx, actor, 'uploaded', (trx) =>
      beginUpload(trx, ctx, uploaded, actor.name),
    )
    const run = { id: runId, sourceId: feedId }
    const reading = readUpload(ctx, run, { path: kept })
      .catch((error) => ctx.log.error({ err: error }, 'an uploaded feed was left unread'))
      .finally(() => removeUploadFolder(folder))
    return { feeds: await answer(ctx), reading }
  } catch (error) {
    await removeUploadFolder(folder)
    throw error
  }
}

async function changeFeedAudited<Outcome extends FeedOutcome>(
  ctx: AppContext,
  actor: Actor,
  verb: string,
  change: (trx: Trx) => Promise<Outcome>,
): Promise<Outcome> {
  return inAuditedTransaction(ctx, actor, async (trx) => {
    const outcome = await change(trx)
    const { id, name, before, after } = outcome
    const subject = { kind: 'product-feed' as const, id, label: name }
    const entries = [{ action: `product-feed.${verb}`, subject, before, after }]
    return { entries, answer: outcome }
  })
}

async function answer(ctx: AppContext): Promise<ProductFeeds> {
  return { feeds: await listFeeds(ctx) }
}
