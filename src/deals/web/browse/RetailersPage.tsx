import './browse.css'
import { useQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { PlaceList } from '#app/deals/browse.contract.ts'
import { loadViewer, useViewerClass } from '#app/membership/web/subscription.ts'
import { countOf, wordFor } from '#app/shared/counts.ts'
import { paths } from '#app/shared/paths.ts'
import { queryClientContext } from '#app/web/api/query-client.ts'
import type { PageHandle } from '#app/web/page/head.ts'
import { IndexHead } from './IndexHead.tsx'
import { loadIndex } from './index-page.ts'
import { JoinForRetailers } from './JoinForRetailers.tsx'
import { PlaceProblem } from './PlaceProblem.tsx'
import { PlacesByLetter } from './PlacesByLetter.tsx'
import { retailersQuery } from './queries.ts'
import { RETAILERS_HEAD } from './retailers-head.ts'

export const handle: PageHandle = { head: () => RETAILERS_HEAD }

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await loadViewer(args.context.get(queryClientContext))
  return viewer === 'member' ? loadIndex(args, retailersQuery) : null
}

export function Component() {
  const loaded = useLoaderData<typeof loader>()
  const viewer = useViewerClass()
  const isOpen = viewer === 'member' && loaded !== null
  const { data: retailers = [] } = useQuery<PlaceList>({
    ...retailersQuery,
    enabled: isOpen && !loaded.problem,
  })
  if (!isOpen) return <JoinForRetailers viewer={viewer} />
  if (loaded.problem) {
    return <PlaceProblem problem="failed" why={undefined} href={paths.retailers()} />
  }
  return (
    <>
      <IndexHead title="Retailers">
        {`${countOf(retailers.length, 'retailer')} ${wordFor(retailers.length, 'has', 'have')} a deal in the feed.`}
      </IndexHead>
      <PlacesByLetter noun="Retailers" places={retailers} pathOf={(slug) => paths.retailer(slug)} />
    </>
  )
}
