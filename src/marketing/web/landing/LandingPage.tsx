import { type QueryClient, useQuery } from '@tanstack/react-query'
import { Link, type LoaderFunctionArgs, redirect, useSearchParams } from 'react-router'
import { SignInScreen, signInHead } from '#app/accounts/web/SignInScreen.tsx'
import { loadUser } from '#app/accounts/web/user.ts'
import type { Deal } from '#app/deals/deals.contract.ts'
import { Carousels } from '#app/deals/web/cards/Carousels.tsx'
import { loadCarousels } from '#app/deals/web/cards/carousels.ts'
import { featuredQuery } from '#app/deals/web/queries.ts'
import { usePicturesPreload } from '#app/deals/web/use-pictures-preload.ts'
import type { FrontPage } from '#app/marketing/marketing.contract.ts'
import { offerAtHand } from '#app/membership/web/join/offer.ts'
import { meant } from '#app/shared/parameters.ts'
import { paths } from '#app/shared/paths.ts'
import { returnPathAt } from '#app/shared/return-path.ts'
import { DESCRIPTION } from '#app/shared/site.ts'
import { HALF_SIZES, pictureCandidates, pictureSources } from '#app/ui/picture.rules.ts'
import { queryClientContext } from '#app/web/api/query-client.ts'
import { queryOf } from '#app/web/api/query-keys.ts'
import type { PageHandle } from '#app/web/page/head.ts'
import { useSiteOutlet } from '#app/web/page/site-outlet.ts'
import { clubItself } from '#app/web/page/structured-data.ts'
import { Brands } from './Brands.tsx'
import { ClosingCall } from './ClosingCall.tsx'
import { Faq } from './Faq.tsx'
import { Film } from './Film.tsx'
import { faqOf } from './faq.copy.ts'
import { Hero } from './Hero.tsx'
import { Preview } from './Preview.tsx'
import { Reasons } from './Reasons.tsx'
import { Stats } from './Stats.tsx'
import { Testimonials } from './Testimonials.tsx'
import { useClaims } from './use-claims.ts'

const frontPageQuery = queryOf('/api/front-page')
const NOTHING: FrontPage = { testimonials: [], brands: [] }

/** For loaders; the page works without it. */
function loadFrontPage(queryClient: QueryClient): Promise<void> {
  return queryClient.prefetchQuery(frontPageQuery)
}

/** The data that {@link loadFrontPage} loaded. */
function useFrontPage(): FrontPage {
  return useQuery<FrontPage>({ ...frontPageQuery, enabled: false }).data ?? NOTHING
}

export const handle: PageHandle = {
  head({ queryClient, search, settings }) {
    const cover = coverOf(queryClient.getQueryData<Deal[]>(featuredQuery.queryKey))
    const [picture] = cover ? pictureCandidates(cover.dealCardImageUrl, cover.images) : []
    const sources = picture ? pictureSources(picture, settings.pictureHost) : undefined
    const { club } = settings
    if (isSignIn(search)) return signInHead({ settings })
    return {
      title: `${club.name} · Designer fashion, marked down`,
      isWholeTitle: true,
      description: DESCRIPTION,
      canonicalPath: paths.home(),
      ...(import.meta.env.SSR
        ? {
            structuredData: (origin) =>
              clubItself({ origin, club }, faqOf(offerAtHand(queryClient))),
          }
        : {}),
      ...(sources
        ? { preloads: [{ srcSet: sources.avif, sizes: HALF_SIZES, type: 'image/avif' }] }
        : {}),
    }
  },
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  const queryClient = context.get(queryClientContext)
  // The page works without its deals.
  const [user] = await Promise.all([
    loadUser(queryClient).catch(() => null),
    queryClient.prefetchQuery(featuredQuery),
    loadCarousels(queryClient),
    loadFrontPage(queryClient),
  ])
  if (user) throw redirect(returnPathAt(new URL(request.url)) ?? paths.dailyDeals())
  return null
}

export function Component() {
  const [search] = useSearchParams()
  const { signInStats } = useSiteOutlet()
  if (isSignIn(search)) return <SignInScreen stats={signInStats} />
  return <Landing />
}

function Landing() {
  const { data: deals, isError } = useQuery<Deal[]>(featuredQuery)
  const { testimonials, brands } = useFrontPage()
  const { firstYearSavings } = useClaims()
  usePicturesPreload()
  return (
    <>
      <Hero cover={coverOf(deals)} />
      <Stats />
      <Reasons />
      <Preview deals={deals ?? []} isFailed={isError} />
      <Carousels className="wrap mt-16 overflow-clip lg:mt-20" />
      <Film />
      <Brands brands={brands} />
      <Testimonials testimonials={testimonials} />
      <Faq />
      <ClosingCall
        title="Tomorrow’s rail is being read."
        words={
          <>
            Join today and read the next edition with every name in it.
            {firstYearSavings && (
              <>
                {' '}
                <Link className="counted" to={paths.howWeCount('firstYearSavings')}>
                  {`${firstYearSavings.figure} ${firstYearSavings.words}.`}
                </Link>
              </>
            )}
          </>
        }
      >
        <Link className="button button-quiet" to={paths.dailyDeals()}>
          See today’s deals
        </Link>
      </ClosingCall>
    </>
  )
}

/** The carousel starts with the first deals, so the cover uses the last one. */
function coverOf(deals: Deal[] | undefined): Deal | undefined {
  return deals?.at(-1)
}

function isSignIn(search: URLSearchParams): boolean {
  return meant(search, 'signin') !== undefined
}
