import { addAccount } from '#app/accounts/server/accounts.ts'
import { hashPassword } from '#app/accounts/server/passwords/passwords.ts'
import type { EndedReason } from '#app/deals/life.facts.ts'
import type { PriceBasis } from '#app/deals/prices/prices.facts.ts'
import { derivedTerms } from '#app/deals/server/deal/terms.rules.ts'
import { keysOfSizes } from '#app/deals/vocabulary/size-keys.facts.ts'
import type { AppContext } from '#app/server/context.ts'
import { newId } from '#app/server/ids.ts'
import { announce } from '#app/server/live.ts'
import { hashToken, newToken } from '#app/server/tokens.ts'
import { foldName } from '#app/shared/names.ts'
import type { Plan } from '#app/shared/offer.ts'

export const PASSWORD = 'a-password-of-the-tests'

/** Hashed once: a hash for each of thousands of test people would take as long as a dozen statements. */
let passwordHash: Promise<string> | undefined

export type Person = { id: string; email: string; cookie: string }

/** Creates a person with an account and an open session, without a subscription. */
export async function createPerson(
  ctx: AppContext,
  email = `${newId()}@people.test`.toLowerCase(),
): Promise<Person> {
  passwordHash ??= hashPassword(PASSWORD)
  const now = ctx.now()
  const account = { email, passwordHash: await passwordHash, createdAt: now }
  const user = await addAccount(ctx.db, account)
  if (!user) throw new Error(`There is an account with the address ${email}.`)
  const token = newToken()
  await ctx.db
    .insertInto('sessions')
    .values({ tokenHash: hashToken(token), userId: user.id, createdAt: now, lastSeenAt: now })
    .execute()
  return { id: user.id, email: user.email, cookie: `session=${token}` }
}

/** Creates a signed-in person who has not confirmed the address yet. */
export async function createUnconfirmed(ctx: AppContext): Promise<Person> {
  const person = await createPerson(ctx)
  await ctx.db.updateTable('users').set({ confirmedAt: null }).where('id', '=', person.id).execute()
  return person
}

type SubscriptionDraft = {
  status: string
  plan: Plan
  cancelAtPeriodEnd: boolean
  cancelAt: Date | null
  currentPeriodEnd: Date | null
  updatedAt: Date
}

/** Creates a subscription that belongs to a person, or to nobody yet. */
export async function createSubscription(
  ctx: AppContext,
  person: Pick<Person, 'id'> | undefined,
  draft: Partial<SubscriptionDraft> = {},
) {
  const id = `sub_${newId()}`
  await ctx.db
    .insertInto('subscriptions')
    .values({
      id,
      userId: person?.id ?? null,
      status: 'active',
      plan: 'annual',
      cancelAt: null,
      currentPeriodEnd: null,
      ...draft,
    })
    .execute()
  return { id }
}

/** Creates a person whose only subscription has this status. */
export async function createSubscriber(ctx: AppContext, status = 'active'): Promise<Person> {
  const person = await createPerson(ctx)
  await createSubscription(ctx, person, { status })
  return person
}

export function createMember(ctx: AppContext): Promise<Person> {
  return createSubscriber(ctx, 'active')
}

export type DealDraft = {
  id: string
  brandName: string
  retailerName: string
  domain: string
  productName: string
  department: string | null
  category: string | null
  colour: string | null
  sizes: string[]
  gtin: string | null
  styleNumber: string | null
  originalPriceCents: number | null
  salePriceCents: number | null
  priceBasis: PriceBasis
  /** Whether we have seen the price ourselves: only then is it claimed. */
  isPriceProven: boolean
  lowestBeforeCents: number
  reducedSince: Date
  /** The shop's own price in hundredths of its currency; the dollar prices stay as given. */
  inShop: { currency: string; was: number | null; now: number; rateDay: string | null } | undefined
  buyUrl: string
  cardPictureId: string | null
  fallbackPictureIds: string[]
  isPreview: boolean
  isPublished: boolean
  showInSplash: boolean
  carouselAssignment: number
  publishedAt: Date
  createdAt: Date
  feedPosition: number
  startsAt: Date
  endsAt: Date
  isScheduled: boolean
  endedAt: Date
  endedReason: EndedReason
  hasLeftFeed: boolean
}

/** Creates a published deal; fields that a test does not set are made up. */
export async function createDeal(ctx: AppContext, draft: Partial<DealDraft> = {}) {
  const id = draft.id ?? newId()
  const now = ctx.now()
  const domain = draft.domain ?? 'shop.example'
  const buyUrl = draft.buyUrl ?? `https://${domain}/p/${id}`
  const isPublished = draft.isPublished ?? true
  const { brandName = 'Maison Test', retailerName = 'The Test Shop' } = draft
  const { productName = 'Leather tote', endedAt = null } = draft
  const { department = null, category = null, colour = null, sizes = [] } = draft
  const terms = { department, category, colour }
  const brandId = await idOfName(ctx, 'brands', brandName, {})
  const retailerId = await idOfName(ctx, 'retailers', retailerName, { domain })
  await ctx.db
    .insertInto('deals')
    .values({
      id,
      brandId,
      retailerId,
      productName,
      ...terms,
      gtin: draft.gtin ?? null,
      styleNumber: draft.styleNumber ?? null,
      ...derivedTerms({ ...terms, productName }, {}),
      ...{ sizes, sizeKeys: keysOfSizes(sizes, terms) },
      originalPriceCents:
        draft.originalPriceCents === undefined ? 100_000 : draft.originalPriceCents,
      salePriceCents: draft.salePriceCents === undefined ? 40_000 : draft.salePriceCents,
      priceBasis: draft.priceBasis ?? 'retailer',
      isPriceProven: draft.isPriceProven ?? false,
      lowestBeforeCents: draft.lowestBeforeCents ?? null,
      reducedSince: draft.reducedSince ?? null,
      ...(draft.inShop && {
        priceCurrency: draft.inShop.currency,
        foreignWasHundredths: draft.inShop.was,
        foreignNowHundredths: draft.inShop.now,
        rateDay: draft.inShop.rateDay,
      }),
      buyUrl,
      buyUrlKey: buyUrl,
      domain,
      cardPictureId: draft.cardPictureId ?? null,
      startsAt: draft.startsAt ?? null,
      endsAt: draft.endsAt ?? null,
      isScheduled: draft.isScheduled ?? false,
      endedAt,
      endedReason: draft.endedReason ?? (endedAt && 'sold-out'),
      hasLeftFeed: draft.hasLeftFeed ?? false,
      importId: null,
      isPreview: draft.isPreview ?? false,
      isPublished,
      showInSplash: draft.showInSplash ?? false,
      carouselAssignment: draft.carouselAssignment ?? 0,
      createdAt: draft.createdAt ?? now,
      publishedAt: isPublished ? (draft.publishedAt ?? now) : null,
      feedPosition: draft.feedPosition ?? 0,
    })
    .execute()
  for (const [index, pictureId] of (draft.fallbackPictureIds ?? []).entries()) {
    await ctx.db
      .insertInto('dealPictures')
      .values({ dealId: id, position: index + 1, pictureId })
      .execute()
  }
  return { id, buyUrl, domain }
}

async function idOfName(
  { db }: Pick<AppContext, 'db'>,
  table: 'brands' | 'retailers',
  name: string,
  more: { domain?: string },
): Promise<string> {
  const nameKey = foldName(name)
  const found = await db
    .selectFrom(table)
    .select('id')
    .where('nameKey', '=', nameKey)
    .executeTakeFirst()
  if (found) return found.id
  const row = { id: newId(), name, nameKey }
  // Deals created concurrently may both be the first of a name.
  const isBrand = table === 'brands'
  const values = isBrand ? row : { ...row, domain: more.domain ?? 'shop.example' }
  await db
    .insertInto(table)
    .values(values)
    .onConflict((on) => on.doNothing())
    .execute()
  return idOfName({ db }, table, name, more)
}

/** Announces that deals have changed, and waits until this app has heard it and dropped its cache. */
export async function announceDeals(ctx: AppContext): Promise<void> {
  const heard = new Promise<void>((resolve) => ctx.live.subscribe('deals', () => resolve()))
  await ctx.db.transaction().execute((trx) => announce(trx, 'deals'))
  await heard
}
