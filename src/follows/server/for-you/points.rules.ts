import { FOR_YOU_DAYS, NEW_LATELY_DAYS, POINTS } from '#app/follows/follows.facts.ts'
import { addDays, businessDay, daysBetween } from '#app/shared/dates.ts'

/**
 * The rule of 'For you', whole: what a deal scores, what leaves it out, and in what order they stand. Nothing
 * is guessed from what anybody looked at.
 */

/** What choosing rests on. All of it is public but the retailer, which counts for members alone. */
export type DealFacts = {
  id: string
  brandId: string | null
  brandName: string
  retailerId: string
  /** As said; what is only guessed counts for nothing. */
  department: string | null
  category: string | null
  /** The category that this one belongs to. */
  parentCategory: string | null
  sizeKeys: readonly string[]
  salePriceCents: number | null
  publishedAt: Date
  publishedDay: string
  feedPosition: number
  endsAt: Date | null
  endedAt: Date | null
}

/** What somebody has said they want; what rests on a membership is in it only while there is one. */
export type Taste = {
  brands: ReadonlySet<string>
  categories: ReadonlySet<string>
  retailers: ReadonlySet<string>
  /** Each search that is followed, with the deals that are in it. */
  searches: ReadonlyArray<{ search: string; dealIds: ReadonlySet<string> }>
  hidden: {
    brands: ReadonlySet<string>
    categories: ReadonlySet<string>
    retailers: ReadonlySet<string>
    deals: ReadonlySet<string>
  }
  /** Empty: all of them. */
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

/** What is followed, for whom the rest only puts in order. */
const FOLLOWED: ReadonlyArray<Reason['kind']> = ['brand', 'category', 'retailer', 'search']

export function isFollowed(reasons: readonly Reason[]): boolean {
  return reasons.some(({ kind }) => FOLLOWED.includes(kind))
}

/** Those that are for somebody: the most points first, then the newest, then in the order of the feed. */
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

/** Its own end counts from its minute on, noted or not. */
function isLiving({ endsAt, endedAt }: DealFacts, now: Date): boolean {
  return endedAt === null && (endsAt === null || endsAt > now)
}

/** What speaks for a deal, and its points; undefined where nothing does or it is left out. */
export function judge(
  deal: DealFacts,
  taste: Taste,
  today: string,
): { points: number; reasons: Reason[] } | undefined {
  if (isLeftOut(deal, taste)) return
  const wanted = [...reasonsOf(deal, taste)]
  // Who wants nothing in particular is shown all that they have not left out.
  if (wanted.length === 0 && wantsSomething(taste)) return
  const department = wanted.length === 0 ? departmentOf(deal, taste) : []
  const age = daysBetween(deal.publishedDay, today)
  const reasons = [...wanted, ...department, ...(age <= 0 ? [{ kind: 'new' as const }] : [])]
  return {
    points:
      wanted.reduce((sum, { kind }) => sum + pointsOf(kind), 0) +
      (age <= 0 ? POINTS.newToday : age <= NEW_LATELY_DAYS ? POINTS.newLately : 0),
    // No card is without a word of why: of some it is only that they came lately.
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
    // They bring a deal in, and do not move it.
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

/** What does not say for whom it is, is for everybody; unisex is for women and for men. */
function isDepartmentWanted(department: string | null, wanted: ReadonlySet<string>): boolean {
  if (wanted.size === 0 || department === null || wanted.has(department)) return true
  return department === 'unisex' && (wanted.has('women') || wanted.has('men'))
}

/** Its own category, then the one above. */
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
