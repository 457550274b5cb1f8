import type { Trx } from '#app/db/database.ts'
import { parseBuyUrl } from '#app/deals/server/deal/buy-url.rules.ts'
import { VOCABULARY } from '#app/deals/vocabulary/vocabulary.facts.ts'
import type {
  ChangeProductFeed,
  NewProductFeed,
  ProductFeed,
  ProductFeedRun,
} from '#app/product-feeds/product-feeds.contract.ts'
import { type FeedRules, MOST_FEEDS } from '#app/product-feeds/product-feeds.facts.ts'
import { FeedFault } from '#app/product-feeds/server/reading/feed-fault.ts'
import type { AppContext } from '#app/server/context.ts'
import { newId } from '#app/server/ids.ts'
import { announce } from '#app/server/live.ts'
import { notFound, Problem } from '#app/server/problem.ts'
import { foldLetters, foldName } from '#app/shared/names.ts'
import {
  countFeeds,
  deleteFeedSource,
  findFeedSource,
  findFeeds,
  insertFeed,
  lockFeed,
  lockFeedNames,
  type StoredFeed,
  updateFeed,
} from './feeds.queries.ts'
import { PRODUCT_FEEDS_QUEUE } from './queue.ts'
import { type FeedFile, failRun, Interrupted, readIntoPool } from './run.ts'
import { findLastRuns, giveUpRuns, insertRun, type StoredRun } from './runs.queries.ts'

const RUNS_SHOWN = 6

/** Lists all feeds by name, with their latest runs. */
export async function listFeeds({ db }: Pick<AppContext, 'db'>): Promise<ProductFeed[]> {
  const feeds = await findFeeds(db)
  const runs = Map.groupBy(await findLastRuns(db, RUNS_SHOWN), ({ sourceId }) => sourceId)
  return feeds.map((feed) => serialized(feed, feed.candidates, runs.get(feed.id) ?? []))
}

function serialized(feed: StoredFeed, candidates: number, runs: StoredRun[]): ProductFeed {
  const { id, name, address, currency, rules, mapping, version, nextFetchAt } = feed
  return {
    id,
    name,
    address,
    currency,
    rules,
    mapping,
    version,
    candidates,
    nextFetchAt: nextFetchAt?.toISOString() ?? null,
    columns: runs.find(({ columns }) => columns.length > 0)?.columns ?? [],
    runs: runs.map((run, at) => serializedRun(run, at === 0)),
  }
}

function serializedRun(
  { sourceId, columns, format, startedAt, endedAt, refused, ...run }: StoredRun,
  isLast: boolean,
): ProductFeedRun {
  return {
    ...run,
    startedAt: startedAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    refused: isLast ? refused : [],
  }
}

/** A change to a feed, for the audit log. */
export type FeedOutcome = { id: string; name: string; before: object | null; after: object | null }

/** Adds a feed and, if it has an address, fetches it at once. Throws 422 and 409. */
export async function addFeed(
  trx: Trx,
  ctx: Pick<AppContext, 'now' | 'jobs'>,
  feed: NewProductFeed,
  by: string,
): Promise<FeedOutcome> {
  await refuseKnownName(trx, feed.name)
  if ((await countFeeds(trx)) >= MOST_FEEDS) {
    throw new Problem(409, 'too-many', `There are ${MOST_FEEDS} feeds already.`)
  }
  const id = newId()
  const now = ctx.now()
  const said = { ...feed, address: addressOf(feed.address), rules: rulesOf(feed.rules) }
  await insertFeed(trx, { id, ...said, createdAt: now, createdBy: by })
  if (said.address !== null) await askForFetch(trx, ctx, id, by)
  await announce(trx, 'feeds', id)
  return { id, name: said.name, before: null, after: factsOf(said) }
}

/**
 * Changes a feed. New rules or columns apply from its next reading; a feed with an address is fetched again
 * at once, and a run under way is given up. Throws 404, 409 `feed-changed` and 422.
 */
export async function changeFeed(
  trx: Trx,
  ctx: Pick<AppContext, 'now' | 'jobs'>,
  id: string,
  { version, ...change }: ChangeProductFeed,
  by: string,
): Promise<FeedOutcome> {
  const before = await lockFeed(trx, id)
  if (!before) throw notFound('feed')
  if (before.version !== version) {
    throw new Problem(
      409,
      'feed-changed',
      'Somebody else has changed this feed since you opened it.',
    )
  }
  const after = {
    ...before,
    name: change.name ?? before.name,
    address: change.address === undefined ? before.address : addressOf(change.address),
    currency: change.currency ?? before.currency,
    rules: change.rules ? rulesOf(change.rules) : before.rules,
    mapping: change.mapping ?? before.mapping,
  }
  const { name, address, currency, rules, mapping } = after
  if (foldLetters(after.name) !== foldLetters(before.name)) await refuseKnownName(trx, after.name)
  const isReadAnew = ['address', 'rules', 'mapping', 'currency'].some(
    (name) =>
      JSON.stringify(Reflect.get(before, name)) !== JSON.stringify(Reflect.get(after, name)),
  )
  await updateFeed(trx, id, {
    name,
    address,
    currency,
    rules,
    mapping,
    version: version + 1,
    ...(isReadAnew && { etag: null, lastModified: null }),
    ...(after.address === null && { nextFetchAt: null }),
  })
  if (isReadAnew && after.address !== null) {
    const problem = 'What is said of the feed was changed meanwhile.'
    await giveUpRuns(trx, id, { states: ['fetching', 'reading'], now: ctx.now(), problem })
    await askForFetch(trx, ctx, id, by)
  }
  if (after.address === null) {
    const problem = 'It has no address any more.'
    await giveUpRuns(trx, id, { states: ['waiting', 'fetching'], now: ctx.now(), problem })
  }
  await announce(trx, 'feeds', id)
  return { id, name: after.name, before: factsOf(before), after: factsOf(after) }
}

/** Removes a feed and its candidates; deals made from them stay. Throws 404. */
export async function removeFeed(trx: Trx, id: string): Promise<FeedOutcome> {
  const before = await lockFeed(trx, id)
  if (!before) throw notFound('feed')
  await deleteFeedSource(trx, id)
  await announce(trx, 'feeds', id)
  return { id, name: before.name, before: factsOf(before), after: null }
}

/** Requests an immediate fetch. Throws 404, 409 `no-address`, and 409 `under-way`. */
export async function fetchNow(
  trx: Trx,
  ctx: Pick<AppContext, 'now' | 'jobs'>,
  id: string,
  by: string,
): Promise<FeedOutcome> {
  const feed = await lockFeed(trx, id)
  if (!feed) throw notFound('feed')
  if (feed.address === null) {
    throw new Problem(409, 'no-address', 'It has no address to be fetched from. Upload a file.')
  }
  if (!(await askForFetch(trx, ctx, id, by))) throw underWay()
  await announce(trx, 'feeds', id)
  return { id, name: feed.name, before: null, after: null }
}

async function askForFetch(
  trx: Trx,
  ctx: Pick<AppContext, 'now' | 'jobs'>,
  sourceId: string,
  askedBy: string,
): Promise<boolean> {
  const now = ctx.now()
  const run = { sourceId, askedBy, state: 'waiting' as const, startedAt: now, heardAt: now }
  if ((await insertRun(trx, run)) === undefined) return false
  await ctx.jobs.send(trx, PRODUCT_FEEDS_QUEUE, {}, { singletonKey: 'asked' })
  return true
}

type Uploaded = { feedId: string; fileName: string; sizeBytes: number }

/** Starts a run for an uploaded file. Throws 404, and 409 `under-way`. */
export async function beginUpload(
  trx: Trx,
  ctx: Pick<AppContext, 'now'>,
  { feedId, fileName, sizeBytes }: Uploaded,
  by: string,
): Promise<FeedOutcome & { runId: number }> {
  const feed = await findFeedSource(trx, feedId)
  if (!feed) throw notFound('feed')
  const now = ctx.now()
  const runId = await insertRun(trx, {
    sourceId: feedId,
    askedBy: by,
    fileName,
    state: 'reading',
    startedAt: now,
    heardAt: now,
    bytesTotal: sizeBytes,
  })
  if (runId === undefined) throw underWay()
  await announce(trx, 'feeds', feedId)
  return { id: feedId, name: feed.name, before: null, after: { file: fileName }, runId }
}

/** Reads an uploaded file in the background; an interruption is recorded on the run. */
export async function readUpload(
  ctx: Pick<AppContext, 'db' | 'engine' | 'log' | 'now' | 'isDraining'>,
  run: { id: number; sourceId: string },
  file: FeedFile,
): Promise<void> {
  try {
    await readIntoPool(ctx, run, file)
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error
    const fault = new FeedFault('It was broken off by a restart. Upload it again.')
    await failRun(ctx, run.id, fault)
  }
}

/** Candidates say of which feed they are; and whoever got no answer adds one twice, also at the same moment. */
async function refuseKnownName(trx: Trx, name: string): Promise<void> {
  await lockFeedNames(trx)
  const folded = foldLetters(name)
  if (!(await findFeeds(trx)).some((feed) => foldLetters(feed.name) === folded)) return
  const text = 'There is a feed of this name already.'
  throw new Problem(422, 'invalid-feed', text, { fields: { name: text } })
}

function underWay() {
  return new Problem(409, 'under-way', 'This feed is being read just now.')
}

function addressOf(address: string | null): string | null {
  if (address === null || address === '') return null
  const link = parseBuyUrl(address)
  if (link.ok) return link.url
  const text = `The address ${link.reason}.`
  throw new Problem(422, 'invalid-feed', text, { fields: { address: text } })
}

function rulesOf(rules: FeedRules): FeedRules {
  const known = new Set(VOCABULARY.category.map(({ value }) => value))
  const unknown = rules.categories.find((each) => !known.has(each))
  if (unknown !== undefined) {
    const text = `${unknown} is no category of ours.`
    throw new Problem(422, 'invalid-feed', text, { fields: { categories: text } })
  }
  const brands = new Map(rules.brands.map((brand) => [foldName(brand), brand]))
  brands.delete('')
  return { ...rules, brands: [...brands.values()] }
}

/** Describes a feed in words for the audit log. */
function factsOf({
  name,
  address,
  currency,
  rules,
}: Pick<StoredFeed, 'name' | 'address' | 'currency' | 'rules'>) {
  const { brands = [], categories = [], minPercentOff = null, isInStockOnly = false } = rules
  return {
    name,
    address,
    currency,
    brands: brands.join(', ') || null,
    categories: categories.join(', ') || null,
    percentOff: minPercentOff === null ? null : `at least ${minPercentOff}%`,
    isInStockOnly,
  }
}
