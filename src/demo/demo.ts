import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { createAccount, proveInbox } from '#app/accounts/server/accounts.ts'
import { changeCarousel } from '#app/deals/server/feed/carousels.ts'
import { importDeals } from '#app/deals/server/import/import.ts'
import type { ImportProgress } from '#app/deals/server/import/report.ts'
import { storePicture } from '#app/deals/server/pictures/pictures.ts'
import { DEMO_PASSWORD } from '#app/devtools/devtools.facts.ts'
import { setFollow } from '#app/follows/server/follows.ts'
import { NO_WISH, saveSetup } from '#app/follows/server/for-you/setup.ts'
import { wordingOf } from '#app/mailings/mail-choices.copy.ts'
import { USUAL_HOUR } from '#app/mailings/mailings.facts.ts'
import { chooseStreams } from '#app/mailings/server/choices.ts'
import { promiseEditionNow } from '#app/mailings/server/editions.ts'
import { addTestimonials } from '#app/marketing/server/marketing.ts'
import { addSubscription, findViewer } from '#app/membership/server/membership.ts'
import { saveDeal, setTarget } from '#app/saved/server/saved.ts'
import type { AppContext } from '#app/server/context.ts'
import { newId } from '#app/server/ids.ts'
import { Problem } from '#app/server/problem.ts'
import { BUSINESS_ZONE, businessClock, businessDay, DAY_MS } from '#app/shared/dates.ts'
import { offer } from '#app/shared/offer.ts'
import { carousels } from '#demo/carousels.ts'
import { testimonials } from '#demo/testimonials.ts'
import { addDemoAdministrators } from './administrators.ts'
import { beginChecks } from './checks.ts'
import {
  findBusyBrands,
  findNewestDeals,
  findSubscribers,
  findTellable,
  hasUsers,
} from './demo.queries.ts'
import { writeLetter } from './letters.ts'
import { pasteSomeLinks } from './links.ts'
import { giveLives } from './lives.ts'
import { tellOfWeek } from './notices.ts'
import { rememberPastMembers } from './past-members.ts'
import { givePastPrices } from './prices.ts'
import { fillPoolOfCandidates } from './product-feeds.ts'
import { tellOfSome } from './reports.ts'
import { fillRegistry } from './retailers.ts'
import { goShopping } from './savings.ts'
import { prepareTomorrow } from './tomorrow.ts'

const FOLDER = path.resolve(import.meta.dirname, '../../demo')
const MEMBER = 'member@demo.test'
/** The member whose first year is over with too little saved. */
const YEAR_OVER = 'year@demo.test'
const SUBSCRIPTION_PREFIX = 'sub_demo_'
const SAVED_BY_MEMBER = 5
const SAVED_BY_FREE = 2
/** Place among the running deals, and the factor of today's price at which the member saved it. */
const SAVED_WHEN_IT_COST = [
  [2, 1.04],
  [11, 0.92],
] as const
const YEAR_MS = 365 * DAY_MS
const YEAR_OVER_AGO_MS = YEAR_MS + 12 * DAY_MS
const PAYS_SINCE_MS = 220 * DAY_MS
/** The newest day in the demo's sheet; it is moved to today. */
const LAST_SHEET_DAY = '2026-01-16'
/** In the sheet no deal is published later in the day than this. */
const SHEET_DAY_ENDS_MS = 10 * 60 * 60 * 1000

export const DEMO_LOGINS = `${MEMBER}, free@demo.test and ${YEAR_OVER}, password ${DEMO_PASSWORD}`

/** Fills an empty database with the demo catalogue and its accounts; leaves any other database alone. */
export async function fillDemo(ctx: AppContext): Promise<void> {
  if (await hasUsers(ctx.db)) return
  process.stdout.write('Filling the empty database with the demo catalogue ...\n')
  const move = moveToDaysBefore(ctx.now())
  const report = await importDeals(ctx, {
    fileName: 'deals.xlsx',
    bytes: await readFile(path.join(FOLDER, 'deals.xlsx')),
    readPicture: (name) => readFile(path.join(FOLDER, 'pictures', path.basename(name))),
    isDryRun: false,
    movePublishedAt: move,
    onProgress: sayProgress,
  })
  if (!report.isCommitted && report.duplicates.length === 0) {
    throw new Error(
      `The demo catalogue was not imported: ${JSON.stringify(report.problems.slice(0, 5))}`,
    )
  }
  await addSamples(ctx)
  await nameCarousels(ctx)
  await fillRegistry(ctx)
  await givePastPrices(ctx)
  await giveLives(ctx)
  await fillPoolOfCandidates(ctx)
  // Another process that started at the same time has created the accounts and does the rest.
  if (!(await createDemoAccounts(ctx))) return
  await prepareTomorrow(ctx)
  await pasteSomeLinks(ctx)
  await beginChecks(ctx)
}

/** Names the carousels and sets which of them are shown. */
async function nameCarousels(ctx: AppContext) {
  await ctx.db.transaction().execute(async (trx) => {
    for (const { number, ...words } of carousels) await changeCarousel(trx, number, words)
  })
}

/** Adds testimonials, marked as samples. */
async function addSamples(ctx: AppContext) {
  const samples = await Promise.all(
    testimonials.map(async ({ picture, ...words }, position) => {
      const bytes = await readFile(path.join(FOLDER, 'pictures', picture))
      const { id: pictureId } = await storePicture(ctx, bytes)
      return { ...words, pictureId, isSample: true, position }
    }),
  )
  await addTestimonials(ctx, samples)
}

/** The demo's members with their subscriptions, and since when they pay. */
export async function findDemoMembers({ db, now }: Pick<AppContext, 'db' | 'now'>) {
  const emails = [MEMBER, YEAR_OVER]
  const found = await findSubscribers(db, { emails, subscriptionPrefix: SUBSCRIPTION_PREFIX })
  return found.map((each) => ({
    ...each,
    // The member's trips fall into a paid year that is still running.
    startedAt: new Date(
      now().getTime() - (each.email === MEMBER ? PAYS_SINCE_MS : YEAR_OVER_AGO_MS),
    ),
  }))
}

/** Reports pictures only, because they take the time. */
function sayProgress({ stage, done, total }: ImportProgress) {
  if (stage !== 'pictures' || done === 0 || done % 18 !== 0) return
  process.stdout.write(`  ${done} of ${total} pictures\n`)
}

/**
 * Runs last and in one transaction, so that a first start that was interrupted starts over. Of several
 * processes that start at once on one database only the first creates the accounts; returns false in the
 * others.
 */
async function createDemoAccounts(ctx: AppContext): Promise<boolean> {
  try {
    const { member, free } = await ctx.db.transaction().execute(async (trx) => {
      const inside = { ...ctx, db: trx }
      const member = await createAccount(inside, { email: MEMBER, password: DEMO_PASSWORD })
      await addSubscription(trx, {
        id: SUBSCRIPTION_PREFIX + newId(),
        userId: member.id,
        status: 'active',
        plan: offer.defaultPlan,
        priceCents: ctx.config.prices[offer.defaultPlan] ?? null,
        currentPeriodEnd: new Date(ctx.now().getTime() + YEAR_MS - PAYS_SINCE_MS),
      })
      const yearOver = await createAccount(inside, { email: YEAR_OVER, password: DEMO_PASSWORD })
      await addSubscription(trx, {
        id: SUBSCRIPTION_PREFIX + newId(),
        userId: yearOver.id,
        status: 'active',
        plan: offer.defaultPlan,
        priceCents: ctx.config.prices[offer.defaultPlan] ?? null,
        currentPeriodEnd: new Date(ctx.now().getTime() + 2 * YEAR_MS - YEAR_OVER_AGO_MS),
      })
      const free = await createAccount(inside, { email: 'free@demo.test', password: DEMO_PASSWORD })
      await addDemoAdministrators(inside)
      await rememberPastMembers(trx, ctx)
      return { member, free }
    })
    await saveSome(ctx, member.id, SAVED_BY_MEMBER)
    await saveMoved(ctx, member.id)
    await takeMail(ctx, member.id)
    await saveSome(ctx, free.id, SAVED_BY_FREE)
    await wantSome(ctx, member.id, free.id)
    await goShopping(ctx, member.id)
    await tellOfWeek(ctx, member.id, free.id)
    await tellOfSome(ctx, member.id)
    await writeLetter(ctx)
    return true
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'account-exists') throw error
    return false
  }
}

/** Subscribes the demo's member to the daily edition and queues the newest one. */
async function takeMail(ctx: AppContext, userId: string) {
  const wish = {
    edition: 'daily',
    editionWeekday: 0,
    alerts: 'at-once',
    hour: USUAL_HOUR,
    timeZone: BUSINESS_ZONE,
    place: 'account',
  } as const
  await ctx.db.transaction().execute((trx) => proveInbox(trx, ctx, userId))
  await chooseStreams(ctx, { userId, wish, wording: wordingOf(wish), place: wish.place })
  await promiseEditionNow(ctx, userId)
}

/** Saves every third of the newest deals. */
async function saveSome(ctx: AppContext, userId: string, count: number) {
  const dealIds = await findNewestDeals(ctx.db, { limit: count * 3 })
  const wanted = dealIds.filter((_, index) => index % 3 === 0)
  for (const dealId of wanted) await saveDeal(ctx, { userId, dealId })
}

/**
 * Saves more for the member: deals whose price has since changed by less than an alert needs, one of them
 * with a price to wait for.
 */
async function saveMoved(ctx: AppContext, userId: string) {
  const living = await findTellable(ctx.db, { limit: 24 })
  for (const [place, timesThen] of SAVED_WHEN_IT_COST) {
    const deal = living[place]
    if (!deal?.salePriceCents) continue
    const priceCents = Math.round((deal.salePriceCents * timesThen) / 100) * 100
    await saveDeal(ctx, { userId, dealId: deal.id, priceCents })
    if (priceCents < deal.salePriceCents) {
      const price = Math.floor(priceCents / 1000) * 10
      await setTarget(ctx, { userId, dealId: deal.id, price })
    }
  }
}

/** Completes the member's set-up of 'For you', and part of the free account's. */
async function wantSome(ctx: AppContext, memberId: string, freeId: string) {
  const brands = await findBusyBrands(ctx.db, { limit: 4 })
  const nothing = { ...NO_WISH, departments: ['women', 'unisex'] }
  await saveSetup(ctx, {
    userId: memberId,
    wish: {
      ...nothing,
      brands: brands.slice(0, 3),
      categories: ['boots', 'totes'],
      sizes: ['w-shoes-eu38'],
      ceilings: { boots: 400, totes: 500 },
      hiddenCategories: ['watches', 'sneakers'],
    },
  })
  const member = { userId: memberId, viewer: await findViewer(ctx, memberId) }
  await setFollow(ctx, member, {
    kind: 'search',
    value: 'category=coats-and-jackets&max=600',
    isHidden: false,
  })
  const wish = { ...nothing, brands: brands.slice(3), categories: ['bags'] }
  await saveSetup(ctx, { userId: freeId, wish })
}

/**
 * Shifts the sheet's days so that the last one is today in Toronto. Early in the morning today's deals are
 * compressed into the time since midnight, so that none lies in the future.
 */
export function moveToDaysBefore(now: Date): (at: Date) => Date {
  const today = businessDay(now)
  const shiftMs = Date.parse(today) - Date.parse(LAST_SHEET_DAY)
  const startOfToday = now.getTime() - msIntoDay(now)
  const squeeze = Math.min(1, msIntoDay(now) / SHEET_DAY_ENDS_MS)
  return (at) => {
    const moved = new Date(at.getTime() + shiftMs)
    if (businessDay(moved) !== today) return moved
    return new Date(startOfToday + Math.floor((moved.getTime() - startOfToday) * squeeze))
  }
}

function msIntoDay(at: Date): number {
  const [hours = 0, minutes = 0, seconds = 0] = businessClock(at).slice(11).split(':').map(Number)
  return ((hours * 60 + minutes) * 60 + seconds) * 1000
}
