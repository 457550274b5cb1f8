import type { Trx } from '#app/db/database.ts'
import { MOST_MORE_PICTURES } from '#app/deals/deals.facts.ts'
import type { ManagedDeal } from '#app/deals/editing/managed-deal.contract.ts'
import type { LifeState } from '#app/deals/life.facts.ts'
import { HOME_CURRENCY } from '#app/deals/prices/rates.facts.ts'
import { lockDeals } from '#app/deals/server/deal/deal.queries.ts'
import {
  lifeState,
  stateAfter,
  timeFaults,
  wantedState,
} from '#app/deals/server/deal/life.rules.ts'
import {
  findManagedDealRecords,
  getManagedDealRecord,
  type ManagedDealRecord,
} from '#app/deals/server/deal/managed-deals.queries.ts'
import { serializeManagedDeal } from '#app/deals/server/deal/serialize-deal.ts'
import { rememberFreeDeals } from '#app/deals/server/feed/free-deals.ts'
import { storePicture } from '#app/deals/server/pictures/pictures.ts'
import { findHistory } from '#app/deals/server/prices/observing.ts'
import { pricesInDollars, rateFaults } from '#app/deals/server/rates/rates.rules.ts'
import type { AppContext } from '#app/server/context.ts'
import { idFrom, newId } from '#app/server/ids.ts'
import { announce } from '#app/server/live.ts'
import { Problem } from '#app/server/problem.ts'
import { businessDay } from '#app/shared/dates.ts'
import { dealName } from '#app/shared/names.ts'
import {
  changedColumns,
  columnsOf,
  type DealColumns,
  observePrices,
  refuseFaults,
  refuseSameLink,
} from './columns.ts'
import {
  insertDeal,
  markDeleted,
  markEnded,
  markPublished,
  markScheduled,
  markUnpublished,
  replaceDealPictures,
  updateDealRow,
} from './editing.queries.ts'
import {
  type DealPatch,
  type FieldFaults,
  type FormTexts,
  goingOutFaults,
  type Publishable,
  priceFaults,
  publishedAtFaults,
  publishingFaults,
  readDealForm,
} from './editing.rules.ts'
import { notesDiffer, refuseGivenAway, saveNotes } from './picture-notes.ts'

type FormFile = { fileName: string; read: () => Promise<Buffer> }
/** A submitted form: text fields and uploaded files, of which `images` are pictures besides the card's. */
export type SubmittedDeal = FormTexts & { files: (name: string) => FormFile[] }

/**
 * Parses a form and stores its pictures. Runs before the transaction, because storing takes long; a picture
 * that stays unused does no harm. Throws 422 `invalid-deal`.
 */
export async function prepareDealPatch(
  ctx: Pick<AppContext, 'db' | 'storage' | 'config' | 'now'>,
  form: SubmittedDeal,
  { isNew }: { isNew: boolean },
): Promise<DealPatch> {
  const { http, pictures } = ctx.config
  const pictureOrigins = [http.publicUrl, pictures.cdnUrl].filter((origin) => origin !== undefined)
  const { change, faults } = readDealForm(form, {
    isNew,
    pictureOrigins,
    today: businessDay(ctx.now()),
  })
  const files = form.files('images')
  const count = files.length + (change.pictureIds?.length ?? 0)
  if (count > MOST_MORE_PICTURES) {
    const name = change.pictureIds ? 'imageKeys' : 'images'
    faults[name] = `A deal has at most ${MOST_MORE_PICTURES} further pictures.`
  }
  refuseFaults(faults)
  if (files.length === 0) return change
  const ids = new Set(change.pictureIds)
  for (const file of files) ids.add(await storeFile(ctx, file, faults))
  refuseFaults(faults)
  return { ...change, pictureIds: [...ids] }
}

async function storeFile(
  ctx: Pick<AppContext, 'db' | 'storage'>,
  file: FormFile,
  faults: FieldFaults,
): Promise<string> {
  try {
    return (await storePicture(ctx, await file.read())).id
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 422) throw error
    faults.images ??= `${file.fileName.slice(0, 100)}: ${error.message}`
    return ''
  }
}

type Clock = Pick<AppContext, 'now'>

const UNPRICED = pricesInDollars({ currency: HOME_CURRENCY, was: null, now: null }, new Map())
const NEVER = { startsAt: null, endsAt: null }

/** Result of a write: the deal before and after; null where it does not exist. */
export type DealOutcome = {
  id: string
  /** Display name, for the audit log and messages. */
  label: string
  before: ManagedDeal | null
  after: ManagedDeal | null
  /** False when nothing had to be written. */
  hasChanged: boolean
}

/** Builds the outcome for the audit log; null before creation or after deletion. */
export function dealOutcome(
  before: ManagedDealRecord | null,
  after: ManagedDealRecord | null,
): DealOutcome {
  const row = after ?? before
  if (!row) throw new Error('A deal was neither there before nor is there now.')
  return {
    id: row.id,
    label: dealName(row),
    before: before && serializeManagedDeal(before),
    after: after && serializeManagedDeal(after),
    hasChanged: before !== after,
  }
}

/**
 * Creates a deal. Throws 409 `deal-exists` when its link is in the club already, and 422 `invalid-deal` when it
 * is to be published and lacks something. Submitting the same form again, as after a lost response, updates the
 * deal that it made; throws 409 `deal-changed` when somebody has changed that deal since.
 */
export async function createDeal(trx: Trx, ctx: Clock, change: DealPatch): Promise<DealOutcome> {
  const { formId, link } = change
  if (formId === undefined || !link) return addDeal(trx, ctx, change, newId())
  await lockDeals(trx)
  const id = idFrom(`${formId} ${link.key}`)
  const made = (await findManagedDealRecords(trx, [id])).get(id)
  if (!made) return addDeal(trx, ctx, change, id)
  if (made.deletedAt !== null) return addDeal(trx, ctx, change, newId())
  refuseOtherState(made, change, ctx.now())
  return updateDeal(trx, ctx, id, await sinceMade(trx, made, change))
}

/**
 * Publishing and unpublishing do not raise the version, so compares the state to detect that somebody else did
 * so. A draft that was never published nor scheduled cannot have been taken off by anybody.
 */
function refuseOtherState(made: ManagedDealRecord, change: DealPatch, now: Date) {
  const { isPublished, startsAt = made.startsAt } = change
  const state = lifeState(made)
  if (state === wantedState(made, { isPublished, startsAt, now })) return
  if (state === 'draft' && made.publishedAt === null && made.startsAt === null) return
  const text = `This deal is there already, and ${BY_NOW[state]} by now. Open it in the list to change that.`
  throw new Problem(409, 'deal-changed', text)
}

const BY_NOW: Record<LifeState, string> = {
  draft: 'it is not published',
  scheduled: 'it is scheduled',
  live: 'it is published',
  ended: 'it has ended',
}

/** The patch of a resubmitted form: leaves out the sighting if it is recorded already. */
async function sinceMade(
  trx: Trx,
  made: ManagedDealRecord,
  { publishedAt, sighting, ...change }: DealPatch,
): Promise<DealPatch> {
  const last = (await findHistory(trx, made.id)).at(-1)
  const isNoted = last?.seenAddress === sighting?.address && last?.seenOn === sighting?.seenOn
  return {
    ...change,
    version: FIRST_VERSION,
    ...(publishedAt && { publishedAt }),
    ...(sighting && !isNoted && { sighting }),
  }
}

/** The version a new row gets from the table's default. */
const FIRST_VERSION = 1

async function addDeal(trx: Trx, ctx: Clock, change: DealPatch, id: string): Promise<DealOutcome> {
  const now = ctx.now()
  const { link, pictureIds = [], isPublished = false } = change
  // Prices are converted later, so a missing rate is found then.
  const { brandName = '', productName = '' } = change
  if (!link) throw new Error('A deal without a link was let through.')
  const before = { isPublished: false, isScheduled: false, ...NEVER, endedAt: null }
  const { startsAt = null, endsAt = null } = change
  const state = isPublished ? stateAfter('draft', 'go-out', startsAt, now) : 'draft'
  refuseFaults({
    ...(isPublished ? publishingFaults({ brandName, productName, ...UNPRICED }) : {}),
    ...timeFaults({ startsAt, endsAt }, { before, wanted: state ?? 'draft', now }),
    ...publishedAtFaults(change.publishedAt, { wanted: state ?? 'draft', before: null, now }),
  })
  await lockDeals(trx)
  await refuseSameLink(trx, link.key)
  const { retailerId = '', ...columns } = await columnsOf(trx, change, now)
  if (isPublished) refuseFaults(rateFaults({ ...UNPRICED, ...columns } as typeof UNPRICED))

  await insertDeal(trx, {
    productName: '',
    ...columns,
    // The first observation sets the prices.
    ...UNPRICED,
    id,
    retailerId,
    buyUrl: link.url,
    buyUrlKey: link.key,
    domain: link.domain,
    isPublished: state === 'live',
    isScheduled: state === 'scheduled',
    createdAt: now,
    publishedAt: state === 'live' ? (columns.publishedAt ?? now) : null,
  })
  await replaceDealPictures(trx, id, pictureIds)
  await saveNotes(trx, id, {
    notes: change.pictureNotes,
    pictureIds: [change.cardPictureId ?? null, ...pictureIds],
  })
  await observePrices(trx, id, now, { columns, change })
  await announce(trx, 'deals')
  const after = await getManagedDealRecord(trx, id)
  refuseGivenAway(after)
  return dealOutcome(null, after)
}

/**
 * Updates a deal from the edit dialog. Throws 404 for a deal that is missing or deleted, 409 `deal-changed`
 * when its version differs by now, 409 `deal-exists` when another deal has the link, and 422 `invalid-deal`.
 */
export async function updateDeal(
  trx: Trx,
  ctx: Clock,
  id: string,
  change: DealPatch,
): Promise<DealOutcome> {
  await lockDeals(trx)
  const before = await getManagedDealRecord(trx, id)
  const plan = await planUpdate(trx, ctx, before, change)
  if (!plan.hasChanged) return dealOutcome(before, before)
  const { now, columns, pictureIds, wanted, isSwitched } = plan

  // A check constraint requires brand and name of a published deal, so it is unpublished before they are
  // cleared and published after they are set.
  if (isSwitched && wanted === 'draft') await markUnpublished(trx, [id])
  const observed = await observePrices(trx, id, now, { before, columns, change })
  await updateDealRow(trx, id, { ...columns, version: before.version + 1 })
  if (plan.hasOtherPictures) await replaceDealPictures(trx, id, pictureIds)
  await saveNotes(trx, id, {
    notes: change.pictureNotes,
    pictureIds: [columns.cardPictureId ?? before.cardPictureId, ...pictureIds],
  })
  if (isSwitched && wanted === 'live') {
    await markPublished(trx, [id], moment(ctx))
    if (change.publishedAt) await updateDealRow(trx, id, { publishedAt: change.publishedAt })
  }
  if (isSwitched && wanted === 'scheduled') await markScheduled(trx, [id])
  if (observed?.isPriceUp && wanted === 'live') await endAsPriceUp(trx, id, now)
  await announce(trx, 'deals')
  const after = await getManagedDealRecord(trx, id)
  refuseGivenAway(after)
  return dealOutcome(before, after)
}

async function endAsPriceUp(trx: Trx, id: string, now: Date): Promise<void> {
  await rememberFreeDeals(trx, businessDay(now))
  await markEnded(trx, [id], { endedAt: now, endedReason: 'price-up' })
}

/**
 * Computes what an update would write, without writing it; only brands and retailers that are new are added.
 * Throws what {@link updateDeal} throws.
 */
export async function planUpdate(
  trx: Trx,
  ctx: Clock,
  before: ManagedDealRecord,
  change: DealPatch,
) {
  refuseOldVersion(before, change)
  const { link, pictureIds = before.fallbackPictureIds } = change
  if (link && link.key !== before.buyUrlKey) await refuseSameLink(trx, link.key)
  const columns = changedColumns(before, await columnsOf(trx, change, ctx.now(), before))
  const now = ctx.now()
  const { startsAt, endsAt } = { ...before, ...columns } as Pick<
    typeof before,
    'startsAt' | 'endsAt'
  >
  const wanted = wantedState(before, { isPublished: change.isPublished, startsAt, now })
  refuseFaults({
    ...priceFaults({ ...before, ...columns }),
    ...(wanted === 'draft'
      ? {}
      : publishingFaults({ ...before, ...change, ...columns } as Publishable)),
    ...timeFaults({ startsAt, endsAt }, { before, wanted, now }),
    ...publishedAtFaults(columns.publishedAt, { wanted, before: before.publishedAt, now }),
  })
  const isSwitched = wanted !== lifeState(before)
  const hasOtherPictures = pictureIds.join() !== before.fallbackPictureIds.join()
  const hasOtherNotes = notesDiffer(before, change.pictureNotes)
  const isSeen = change.sighting !== undefined
  const hasChanged = isSwitched || hasOtherPictures || hasOtherNotes || isSeen || !isEmpty(columns)
  return { now, columns, pictureIds, wanted, isSwitched, hasOtherPictures, hasChanged }
}

/** Publishes or unpublishes a deal. Throws 404, and 422 `invalid-deal` when it lacks something. */
export async function publishDeal(
  trx: Trx,
  ctx: Clock,
  id: string,
  { isPublished }: { isPublished: boolean },
): Promise<DealOutcome> {
  await lockDeals(trx)
  const before = await getManagedDealRecord(trx, id)
  const step = isPublished ? 'go-out' : 'take-off'
  const wanted = stateAfter(lifeState(before), step, before.startsAt, ctx.now())
  if (!wanted) return dealOutcome(before, before)
  if (isPublished) refuseFaults(goingOutFaults(before, ctx.now()))
  if (wanted === 'live') await markPublished(trx, [id], moment(ctx))
  else if (wanted === 'scheduled') await markScheduled(trx, [id])
  else await markUnpublished(trx, [id])
  await announce(trx, 'deals')
  return dealOutcome(before, await getManagedDealRecord(trx, id))
}

type Switches = {
  showInSplash?: boolean | undefined
  carouselAssignment?: number | undefined
  isPreview?: boolean | undefined
}

/** Sets the switches that are outside the form. Throws 404. */
export async function switchDeal(trx: Trx, id: string, switches: Switches): Promise<DealOutcome> {
  const { showInSplash, carouselAssignment, isPreview } = switches
  await lockDeals(trx)
  const before = await getManagedDealRecord(trx, id)
  const columns = changedColumns(before, { showInSplash, carouselAssignment, isPreview })
  if (isEmpty(columns)) return dealOutcome(before, before)
  await updateDealRow(trx, id, { ...columns, version: before.version + 1 })
  await announce(trx, 'deals')
  return dealOutcome(before, await getManagedDealRecord(trx, id))
}

/** Soft-deletes a deal, so that it can be restored. Throws 404, also when it is already deleted. */
export async function deleteDeal(trx: Trx, ctx: Clock, id: string): Promise<DealOutcome> {
  await lockDeals(trx)
  const before = await getManagedDealRecord(trx, id)
  await markDeleted(trx, [id], ctx.now())
  await announce(trx, 'deals')
  return dealOutcome(before, null)
}

function refuseOldVersion(row: ManagedDealRecord, { version }: DealPatch) {
  if (version === undefined || version === row.version) return
  const text = 'Somebody else has saved this deal since you opened it.'
  throw new Problem(409, 'deal-changed', text)
}

function isEmpty(columns: DealColumns) {
  return Object.keys(columns).length === 0
}

function moment(ctx: Clock) {
  const now = ctx.now()
  return { now, today: businessDay(now) }
}
