import { useQuery } from '@tanstack/react-query'
import { use } from 'react'
import {
  data,
  Link,
  type LoaderFunctionArgs,
  useLoaderData,
  useParams,
  useSearchParams,
} from 'react-router'
import { FreeAccountLink } from '#app/accounts/web/sign-up/FreeAccountLink.tsx'
import type { Deal } from '#app/deals/deals.contract.ts'
import { endedInWords } from '#app/deals/life.copy.ts'
import { ENDED_SHOWN_DAYS, ENDED_WORDS } from '#app/deals/life.facts.ts'
import { beforeInWords } from '#app/deals/prices/story.copy.ts'
import { loadRelated } from '#app/deals/web/browse/queries.ts'
import { CardCorner } from '#app/deals/web/cards/corner.ts'
import { DealPicture } from '#app/deals/web/cards/DealPicture.tsx'
import { DealPrices } from '#app/deals/web/cards/DealPrices.tsx'
import { EndsAt } from '#app/deals/web/cards/EndsAt.tsx'
import { MayBeGone } from '#app/deals/web/cards/MayBeGone.tsx'
import { useLife } from '#app/deals/web/cards/use-life.ts'
import { JoinButton } from '#app/membership/web/join/JoinButton.tsx'
import { loadViewer, useViewerClass, type ViewerClass } from '#app/membership/web/subscription.ts'
import { spellNumber } from '#app/shared/counts.ts'
import { businessDay, daysBetween } from '#app/shared/dates.ts'
import { FREE_DEALS_A_DAY } from '#app/shared/free-account.ts'
import { formatPrice, percentOff, savings } from '#app/shared/money.ts'
import { meant } from '#app/shared/parameters.ts'
import { paths } from '#app/shared/paths.ts'
import { HALF_SIZES, pictureCandidates, pictureSources } from '#app/ui/picture.rules.ts'
import { ApiError } from '#app/web/api/api.ts'
import { queryClientContext } from '#app/web/api/query-client.ts'
import { isBrowser } from '#app/web/browser.ts'
import type { PageHandle } from '#app/web/page/head.ts'
import { ProblemScreen } from '#app/web/page/ProblemScreen.tsx'
import { paidPiece } from '#app/web/page/structured-data.ts'
import { TryAgain } from '#app/web/page/TryAgain.tsx'
import { useReturnPath } from '#app/web/page/use-return-path.ts'
import type { SiteSettings } from '#app/web/site-settings.ts'
import { DealSizes } from './DealSizes.tsx'
import { DeliveryTerms } from './DeliveryTerms.tsx'
import { EndedWays, EndedWords } from './EndedDeal.tsx'
import { FiledUnder, MadeBy } from './FiledUnder.tsx'
import { MoreOrLess } from './MoreOrLess.tsx'
import { PriceStory } from './PriceStory.tsx'
import { dealAtHand, dealQuery, pricesQuery } from './queries.ts'
import { RelatedDeals, SamePiece } from './RelatedDeals.tsx'
import { ReportControl } from './ReportControl.tsx'

const MISSING = 'Sorry, this deal could not be found or may have been removed.'

export const handle: PageHandle = {
  head({ queryClient, params: { dealId = '' }, data: loaded, settings }) {
    const { queryKey } = dealQuery(dealId)
    const deal = queryClient.getQueryData<Deal>(queryKey)
    if (!deal) {
      // Decided by the loader's answer, because failed queries of the server are not sent to the browser.
      const isMissing = (loaded as { problem?: string } | undefined)?.problem === 'missing'
      const title = isMissing ? 'Deal Not Found' : 'A deal'
      return { title, description: MISSING, isHidden: true }
    }
    const [picture] = pictureCandidates(deal.dealCardImageUrl, deal.images)
    const sources = picture ? pictureSources(picture, settings.pictureHost) : undefined
    // The same for every viewer: never contains paid content.
    return {
      ...(deal.state === 'ended' ? endedDealWords(deal) : dealWords(deal, settings)),
      isHidden: isLongOver(deal, settings.today),
      canonicalPath: paths.deal(deal.id),
      image: {
        path: paths.dealShare(deal.id),
        alt:
          (picture && deal.pictureNotes?.[picture]?.alternative) ??
          (deal.state === 'ended'
            ? `A piece by ${deal.brandName}, no longer to be had`
            : pieceInWords(deal)),
      },
      ...(import.meta.env.SSR
        ? { structuredData: (origin) => dealStructuredData(deal, origin, sources?.jpeg) }
        : {}),
      ...(sources
        ? { preloads: [{ srcSet: sources.avif, sizes: HALF_SIZES, type: 'image/avif' }] }
        : {}),
    }
  },
}

/** Claims a markdown only when the discount is known. */
function pieceInWords({ brandName, discount }: Deal): string {
  return discount === null ? `A piece by ${brandName}` : `A piece by ${brandName}, marked down`
}

function endedDealWords(deal: Deal) {
  const { brandName, endedReason } = deal
  return {
    title: `${brandName}, ${ENDED_WORDS[endedReason ?? 'time'].toLowerCase()}`,
    description: `A piece by ${brandName}. ${endedInWords(deal, '')}.`,
  }
}

/** Ended so long ago that search engines should drop it. */
function isLongOver({ endedAt }: Deal, today: string): boolean {
  if (endedAt === null || today === '') return false
  return daysBetween(businessDay(new Date(endedAt)), today) > ENDED_SHOWN_DAYS
}

function dealWords(
  { brandName, originalPrice, salePrice, discount, price: { basis, ...price } }: Deal,
  { club, today }: SiteSettings,
) {
  const off = discount === null ? '' : `, ${percentOff(discount, true)}`
  const before = beforeInWords({ originalPrice, price: { basis, ...price } }, today, formatPrice)
  const was =
    basis === 'retailer' && originalPrice !== null
      ? ` instead of ${formatPrice(originalPrice)}`
      : before === undefined
        ? ''
        : ` (${before})`
  const now = salePrice === null ? '' : `, ${formatPrice(salePrice)}`
  const cost = now && `${now}${was}${off}`
  return {
    title: off || now ? `${brandName}${off || now}` : `A piece by ${brandName}`,
    description: `A piece by ${brandName}${cost}. Members of ${club.name} see what it is and where it is.`,
  }
}

function dealStructuredData(deal: Deal, origin: string, picture: string | undefined) {
  const piece = {
    url: origin + paths.deal(deal.id),
    brand: deal.brandName,
    // Falls back to the share image.
    images: [new URL(picture ?? paths.dealShare(deal.id), origin).href],
    price: deal.salePrice,
    originalPrice: deal.originalPrice,
    basis: deal.price.basis,
    sizes: deal.sizes,
    endedReason: deal.endedReason,
    lastDay: lastDayOf(deal),
  }
  return paidPiece(piece, '.paid')
}

function lastDayOf({ endedAt, endsAt }: Deal): string | undefined {
  const last = endedAt ?? endsAt
  return last === null ? undefined : businessDay(new Date(last))
}

export async function loader({ params: { dealId = '' }, context }: LoaderFunctionArgs) {
  const queryClient = context.get(queryClientContext)
  const known = dealAtHand(queryClient, dealId)
  const { queryKey } = dealQuery(dealId)
  if (known) queryClient.setQueryData(queryKey, known)
  // In the browser the deal does not wait for its related deals.
  const related = Promise.all([
    loadRelated(queryClient, dealId),
    queryClient.prefetchQuery(pricesQuery(dealId)),
  ])
  try {
    await Promise.all([
      loadViewer(queryClient),
      queryClient.fetchQuery({ queryKey }),
      isBrowser ? undefined : related,
    ])
  } catch (error) {
    const status = error instanceof ApiError ? error.status : 503
    return data({ problem: isNotFound(error) ? 'missing' : 'failed' } as const, { status })
  }
  return { problem: undefined }
}

function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404
}

export function Component() {
  const { problem } = useLoaderData<typeof loader>()
  const { dealId = '' } = useParams()
  if (problem === 'missing') return <DealNotFound />
  if (problem === 'failed') return <DealFailure dealId={dealId} />
  return (
    <>
      <DealTeaser dealId={dealId} />
      <RelatedDeals dealId={dealId} />
    </>
  )
}

/** Shown when the deal could not be loaded, which does not mean that it is missing. */
function DealFailure({ dealId }: { dealId: string }) {
  return (
    <ProblemScreen
      eyebrow="Daily deals"
      title="Failed to fetch this deal"
      actions={<TryAgain href={paths.deal(dealId)} />}
    >
      <p className="lead" role="alert">
        It is us or the line in between. Please try again in a moment.
      </p>
    </ProblemScreen>
  )
}

function DealNotFound() {
  return (
    <ProblemScreen
      title="Deal Not Found"
      actions={
        <Link className="button" to={paths.dailyDeals()}>
          See today’s deals
        </Link>
      }
    >
      <p className="lead">{MISSING}</p>
    </ProblemScreen>
  )
}

function DealTeaser({ dealId }: { dealId: string }) {
  const { data } = useQuery<Deal>(dealQuery(dealId))
  const viewer = useViewerClass()
  if (!data) return <div className="wrap solo" />
  return (
    <>
      <Piece deal={data} viewer={viewer} />
      <PriceStory deal={data} />
    </>
  )
}

/** Names of this length or more are set smaller, so that price and link stay on the first screen. */
const LONG_NAME = 60

function Piece({ deal: stored, viewer }: { deal: Deal; viewer: ViewerClass }) {
  const Corner = use(CardCorner)
  const { deal, now } = useLife(stored)
  const isOver = deal.state === 'ended'
  const isLong = (deal.productName?.length ?? 0) > LONG_NAME
  const size = isLong
    ? 'title max-w-[28ch]'
    : `headline ${deal.isAccessible ? 'max-w-[18ch]' : 'max-w-[12ch]'}`
  return (
    <div className="wrap grid gap-10 py-8 md:grid-cols-2 md:items-start lg:grid-cols-12 lg:gap-8 lg:py-14">
      <div className={`lg:col-span-6 xl:col-span-5 xl:col-start-2${isOver ? ' ended' : ''}`}>
        <DealPicture deal={deal} sizes={HALF_SIZES} isEager isFirst />
      </div>
      <div className="lg:col-span-5 lg:col-start-8">
        <h1 className={`paid mb-10 wrap-anywhere ${size}`}>
          {deal.isAccessible
            ? deal.productName
            : isOver
              ? 'This deal has ended'
              : lockedTitle(viewer)}
        </h1>
        <div className={`border-t border-ink pt-6${isOver ? ' ended' : ''}`}>
          <MadeBy deal={deal} />
          <FiledUnder deal={deal} />
          {!deal.isAccessible && !isOver && viewer !== 'past-due' && (
            <h2 className="mt-1 text-lg">Join to unlock this deal</h2>
          )}
          <DealPrices className="prices prices-large" deal={deal} isRounded />
          {isOver ? <EndedWords deal={deal} /> : <EndsAt deal={deal} now={now} />}
          <MayBeGone deal={deal} />
          <DealSizes deal={deal} />
        </div>
        <div className="paid mt-8 grid justify-items-start gap-5">
          <Ways deal={deal} viewer={viewer} />
          {Corner && <Corner deal={deal} isLabelled />}
          <ReportControl deal={deal} />
          <MoreOrLess deal={deal} />
        </div>
        {deal.isAccessible && <SamePiece deal={deal} />}
        {deal.isAccessible && <DeliveryTerms dealId={deal.id} />}
      </div>
    </div>
  )
}

function Ways({ deal, viewer }: { deal: Deal; viewer: ViewerClass }) {
  if (deal.state === 'ended') return <EndedWays deal={deal} />
  return deal.isAccessible ? <WayOut deal={deal} /> : <WayIn deal={deal} viewer={viewer} />
}

function WayOut({ deal }: { deal: Deal }) {
  const [search] = useSearchParams()
  const from = meant(search, 'from') ? 'mail' : 'deal-card'
  return (
    <>
      <a className="button" href={paths.track(deal.id, from)} target="_blank" rel="noopener">
        Go to {deal.retailer || deal.domain}
        <span className="sr"> (opens in a new tab)</span>
      </a>
      {deal.retailerSlug !== undefined && (
        <RetailerLink slug={deal.retailerSlug} name={deal.retailer || deal.domain} />
      )}
      <Link className="link text-sm" to={paths.dailyDeals()}>
        Back to the deals
      </Link>
    </>
  )
}

/** For members only: the retailer's page is closed to free accounts, even if they may open the deal. */
function RetailerLink({ slug, name }: { slug: string; name: string | undefined }) {
  if (useViewerClass() !== 'member') return null
  return (
    <Link className="link text-sm" to={paths.retailer(slug)} discover="none">
      {`All deals at ${name}`}
    </Link>
  )
}

function WayIn({ deal, viewer }: { deal: Deal; viewer: ViewerClass }) {
  const next = useReturnPath()
  const saved = savings(deal.originalPrice, deal.salePrice)
  return (
    <>
      <p className="lead">
        {saved !== undefined &&
          viewer !== 'past-due' &&
          `Members save ${formatPrice(saved)} on this piece, before delivery. `}
        {nextStep(viewer, saved === undefined ? 'Members' : 'They')}
      </p>
      {viewer === 'past-due' ? (
        <Link className="button" to={paths.account()}>
          Fix your payment
        </Link>
      ) : (
        <JoinButton />
      )}
      {viewer === 'visitor' && (
        <Link className="link text-sm" to={paths.signIn(next)}>
          Already a member? Sign in
        </Link>
      )}
      <FreeAccountLink />
      <Link className="link text-sm" to={paths.dailyDeals()}>
        Back to the deals
      </Link>
    </>
  )
}

function lockedTitle(viewer: ViewerClass): string {
  return viewer === 'past-due' ? 'Your payment needs a look' : 'Unlock the Deal Feed'
}

function nextStep(viewer: ViewerClass, who: 'Members' | 'They'): string {
  if (viewer === 'past-due') {
    return 'Your last payment did not go through. This deal opens again as soon as it is fixed.'
  }
  if (viewer === 'free') {
    return `It is not one of the ${spellNumber(FREE_DEALS_A_DAY)} that are open for you today.`
  }
  return `${who} see what it is and where to buy it.`
}
