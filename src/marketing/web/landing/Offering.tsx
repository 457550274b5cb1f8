import { useQuery } from '@tanstack/react-query'
import { Link, type LoaderFunctionArgs } from 'react-router'
import type { Deal } from '#app/deals/deals.contract.ts'
import { DealCarousel } from '#app/deals/web/cards/DealCarousel.tsx'
import { DealPicture } from '#app/deals/web/cards/DealPicture.tsx'
import { featuredQuery } from '#app/deals/web/queries.ts'
import { usePicturesPreload } from '#app/deals/web/use-pictures-preload.ts'
import { HowItWorks } from '#app/membership/web/join/HowItWorks.tsx'
import { JoinButton } from '#app/membership/web/join/JoinButton.tsx'
import { loadProspect } from '#app/membership/web/join/loader.ts'
import { useOffer } from '#app/membership/web/join/offer.ts'
import { paths } from '#app/shared/paths.ts'
import { PAIR_SIZES } from '#app/ui/picture.rules.ts'
import { queryClientContext } from '#app/web/api/query-client.ts'
import { ClosingCall } from './ClosingCall.tsx'
import { Stats } from './Stats.tsx'
import { useClaims } from './use-claims.ts'

/** Redirects members to the deals. The page works without its pictures. */
export async function loadOffering(args: LoaderFunctionArgs): Promise<null> {
  const queryClient = args.context.get(queryClientContext)
  await Promise.all([
    loadProspect(args, paths.dailyDeals()),
    queryClient.prefetchQuery(featuredQuery),
  ])
  return null
}

/** Capitalized like this on these two pages. */
const JOIN = 'Start Your Free Trial'

type Props = { title: [string, string]; lead: string }

/** The sales page without a tour, at two addresses with different openings. */
export function Offering({ title, lead }: Props) {
  const { data: deals = [] } = useQuery<Deal[]>(featuredQuery)
  const { guarantee } = useOffer()
  usePicturesPreload()
  return (
    <>
      <div className="wrap grid gap-x-8 gap-y-12 pt-10 pb-16 lg:grid-cols-12 lg:pt-16 lg:pb-24">
        <div className="flex flex-col justify-between gap-10 lg:col-span-6">
          <h1 className="display">
            {title[0]}
            <br /> {title[1]}
          </h1>
          <div className="grid justify-items-start gap-6">
            <p className="lead">{lead}</p>
            <div className="grid justify-items-start gap-x-6 gap-y-4">
              <JoinButton label={JOIN} />
              <FinePrint />
            </div>
            <Link className="link text-sm" to={paths.dailyDeals()}>
              Check Out Today's Secret Designer Drops
            </Link>
          </div>
        </div>
        <Pair deals={deals.slice(-2)} />
      </div>
      <Stats />
      {deals.length > 0 && (
        <div className="wrap mt-16 overflow-clip lg:mt-24">
          <DealCarousel
            label="Deals from the feed"
            heading={<h2 className="headline max-w-[14ch]">A look along the rail</h2>}
            deals={deals}
          />
          <p className="mt-12">
            <Link className="button button-quiet" to={paths.dailyDeals()}>
              See Today's Curated Deals Before They Disappear
            </Link>
          </p>
        </div>
      )}
      <HowItWorks />
      <ClosingCall title="Or your year back." words={guarantee} label={JOIN} />
    </>
  )
}

function FinePrint() {
  const { startingSavings } = useClaims()
  const { price, interval } = useOffer().first
  if (!startingSavings) return null
  const { figure, words } = startingSavings
  return (
    <p className="fine">
      {`${price}/${interval} for `}
      <Link
        className="counted"
        to={paths.howWeCount('startingSavings')}
      >{`${figure} ${words}`}</Link>
      {': one good coat can do it.'}
    </p>
  )
}

/** Two pieces beside the text, the second one lower. */
function Pair({ deals }: { deals: Deal[] }) {
  return (
    <div className="grid grid-cols-2 gap-x-5 lg:col-span-6 lg:gap-x-8">
      {deals.map((deal, index) => (
        <div key={deal.id} className={index === 1 ? 'pt-16 lg:pt-32' : 'pb-16 lg:pb-32'}>
          <DealPicture deal={deal} sizes={PAIR_SIZES} isEager isFirst={index === 0} />
        </div>
      ))}
    </div>
  )
}
