import { FOR_YOU_DAYS, NEW_LATELY_DAYS, POINTS } from '#app/follows/follows.facts.ts'
import { addDays, businessDay, daysBetween } from '#app/shared/dates.ts'

/**
 * The complete rule of 'For you': how deals score, what excludes them, and how they are sorted. Nothing is
 * inferred from what people looked at.
 */

/** The facts that choosing is based on. All are public except the retailer, which counts for members only. */
export type DealFacts = {
  id: string
  brandId: string | null
  brandName: string
  retailerId: string
  /** As stated by the shop; guesses do not count. */
  department: string | null
  category: string | null
  /** The parent of the category. */
  parentCategory: string | null
  sizeKeys: readonly string[]
  salePriceCents: number | null
  publishedAt: Date
  publishedDay: string
  feedPosition: number
  endsAt: Date | null
  endedAt: Date | null
}

/** A person's wishes; those that need a membership are included only while there is one. */
export type Taste = {
  brands: ReadonlySet<string>
  categories: ReadonlySet<string>
  retailers: ReadonlySet<string>
  /** Each followed search, with the ids of its deals. */
  searches: ReadonlyArray<{ search: string; dealIds: ReadonlySet<string> }>
  hidden: {
    brands: ReadonlySet<string>
    categories: ReadonlySet<string>
    retailers: ReadonlySet<string>
    deals: ReadonlySet<string>
  }
  /** Empty means all. */
  departments: ReadonlySet<string>
  sizeKeys: ReadonlySet<string>
  /** In cents, by category of either level. */
  ceilings: Readonly<Record<string, number>>
  savedBrands: ReadonlySet<string>
}

export type Reason =
  | { kind: 'brand'; brandName: string }
  | { kind: 'category'; category: string }
  | { kind: 'retailer'; retailerId: string }
  | { kind: 'search'; search: string }
  | { kind: 'size' }
  | { kind: 'ceiling'; category: string; cents: number }
  | { kind: 'savedBrand'; brandName: string }
  | { kind: 'department'; department: string }
  | { kind: 'new' }
  | { kind: 'since'; day: string }

export type Chosen = { id: string; points: number; reasons: Reason[] }

/** The reasons by which a deal is followed; the others only affect the order. */
const FOLLOWED: ReadonlyArray<Reason['kind']> = ['brand', 'category', 'retailer', 'search']

export function isFollowed(reasons: readonly Reason[]): boolean {
  return reasons.some(({ kind }) => FOLLOWED.includes(kind))
}

/** Returns the deals that fit: by points, then the newest, then in feed order. */
export function choose(deals: readonly DealFacts[], taste: Taste, now: Date): Chosen[] {
  const today = businessDay(now)
  const from = addDays(today, 1 - FOR_YOU_DAYS)
  return deals
    .filter((deal) => deal.publishedDay >= from && isLiving(deal, now))
    .flatMap((deal) => {
      const judged = judge(deal, taste, today)
      return judged ? [{ deal, ...judged }] : []
    })
    .sort(
      (a, b) =>
        b.points - a.points ||
        b.deal.publishedAt.getTime() - a.deal.publishedAt.getTime() ||
        a.deal.feedPosition - b.deal.feedPosition ||
        (a.deal.id < b.deal.id ? -1 : 1),
    )
    .map(({ deal, points, reasons }) => ({ id: deal.id, points, reasons }))
}

/** A deal's stated end applies to the minute, even before it is recorded. */
function isLiving({ endsAt, endedAt }: DealFacts, now: Date): boolean {
  return endedAt === null && (endsAt === null || endsAt > now)
}

/** Returns a deal's points and reasons; undefined if it does not fit or is excluded. */
export function judge(
  deal: DealFacts,
  taste: Taste,
  today: string,
): { points: number; reasons: Reason[] } | undefined {
  if (isLeftOut(deal, taste)) return
  const wanted = [...reasonsOf(deal, taste)]
  // Without any wishes, a person sees everything that they have not hidden.
  if (wanted.length === 0 && wantsSomething(taste)) return
  const department = wanted.length === 0 ? departmentOf(deal, taste) : []
  const age = daysBetween(deal.publishedDay, today)
  const reasons = [...wanted, ...department, ...(age <= 0 ? [{ kind: 'new' as const }] : [])]
  return {
    points:
      wanted.reduce((sum, { kind }) => sum + pointsOf(kind), 0) +
      (age <= 0 ? POINTS.newToday : age <= NEW_LATELY_DAYS ? POINTS.newLately : 0),
    // Every card needs a reason; for some deals it is only that they are recent.
    reasons: reasons.length > 0 ? reasons : [{ kind: 'since', day: deal.publishedDay }],
  }
}

function pointsOf(kind: Reason['kind']): number {
  switch (kind) {
    case 'brand':
    case 'category':
    case 'size':
    case 'ceiling':
    case 'savedBrand':
      return POINTS[kind]
    // These bring a deal in but do not affect its position.
    default:
      return 0
  }
}

function isLeftOut(deal: DealFacts, { hidden, departments }: Taste): boolean {
  return (
    hidden.deals.has(deal.id) ||
    (deal.brandId !== null && hidden.brands.has(deal.brandId)) ||
    hidden.retailers.has(deal.retailerId) ||
    categoriesOf(deal).some((category) => hidden.categories.has(category)) ||
    !isDepartmentWanted(deal.department, departments)
  )
}

/** A deal without a department is for everybody; unisex is for women and men. */
function isDepartmentWanted(department: string | null, wanted: ReadonlySet<string>): boolean {
  if (wanted.size === 0 || department === null || wanted.has(department)) return true
  return department === 'unisex' && (wanted.has('women') || wanted.has('men'))
}

/** Returns its own category first, then the parent. */
function categoriesOf({ category, parentCategory }: DealFacts): string[] {
  return [category, parentCategory].flatMap((each) => each ?? [])
}

function* reasonsOf(deal: DealFacts, taste: Taste): Generator<Reason> {
  const { brandId, brandName, retailerId, salePriceCents } = deal
  const categories = categoriesOf(deal)
  if (brandId !== null && taste.brands.has(brandId)) yield { kind: 'brand', brandName }
  const followed = categories.find((category) => taste.categories.has(category))
  if (followed !== undefined) yield { kind: 'category', category: followed }
  if (taste.retailers.has(retailerId)) yield { kind: 'retailer', retailerId }
  for (const { search, dealIds } of taste.searches) {
    if (dealIds.has(deal.id)) yield { kind: 'search', search }
  }
  if (deal.sizeKeys.some((key) => taste.sizeKeys.has(key))) yield { kind: 'size' }
  const priced = categories.find((category) => taste.ceilings[category] !== undefined)
  const cents = priced === undefined ? undefined : taste.ceilings[priced]
  if (priced !== undefined && cents !== undefined && (salePriceCents ?? Infinity) <= cents) {
    yield { kind: 'ceiling', category: priced, cents }
  }
  if (brandId !== null && taste.savedBrands.has(brandId)) yield { kind: 'savedBrand', brandName }
}

function departmentOf({ department }: DealFacts, { departments }: Taste): Reason[] {
  return department !== null && departments.size > 0 && isDepartmentWanted(department, departments)
    ? [{ kind: 'department', department }]
    : []
}

function wantsSomething(taste: Taste): boolean {
  return (
    taste.brands.size > 0 ||
    taste.categories.size > 0 ||
    taste.retailers.size > 0 ||
    taste.searches.length > 0 ||
    taste.sizeKeys.size > 0 ||
    Object.keys(taste.ceilings).length > 0 ||
    taste.savedBrands.size > 0
  )
}
