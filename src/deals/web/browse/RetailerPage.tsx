import './browse.css'
import { useQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useLoaderData, useParams } from 'react-router'
import type { RetailerPage } from '#app/deals/browse.contract.ts'
import { loadViewer, useViewerClass } from '#app/membership/web/subscription.ts'
import { paths } from '#app/shared/paths.ts'
import { queryClientContext } from '#app/web/api/query-client.ts'
import type { PageHandle } from '#app/web/page/head.ts'
import { JoinForRetailers } from './JoinForRetailers.tsx'
import { PlaceDeals } from './PlaceDeals.tsx'
import { PlaceHead } from './PlaceHead.tsx'
import { PlaceLinks } from './PlaceLinks.tsx'
import { PlaceProblem } from './PlaceProblem.tsx'
import { loadPlace } from './place-page.ts'
import { type ListOf, placeQuery } from './place-query.ts'
import { RETAILERS_HEAD } from './retailers-head.ts'

const ABOVE = [{ name: 'Retailers', path: paths.retailers() }]
const listOf = (slug = ''): ListOf => ({ name: 'retailer', value: slug })

// The same title for everybody, because a title is visible to anyone who sees the browser.
export const handle: PageHandle = { head: () => RETAILERS_HEAD }

/** Loads nothing for non-members: they get the same page whatever the address. */
export async function loader(args: LoaderFunctionArgs) {
  const viewer = await loadViewer(args.context.get(queryClientContext))
  return viewer === 'member' ? loadPlace(args, listOf(args.params.slug)) : null
}

export function Component() {
  const loaded = useLoaderData<typeof loader>()
  const viewer = useViewerClass()
  const { slug = '' } = useParams()
  const narrowed = listOf(slug)
  const isOpen = viewer === 'member' && loaded !== null
  const { data: retailer } = useQuery<RetailerPage>({
    ...placeQuery(narrowed),
    enabled: isOpen && !loaded.problem,
  })
  if (!isOpen) return <JoinForRetailers viewer={viewer} />
  const { problem, why, from, to } = loaded
  if (problem) return <PlaceProblem {...{ problem, why }} href={paths.retailer(slug)} />
  if (!retailer) return <div className="wrap solo" />
  return (
    <>
      <PlaceHead
        viewer={viewer}
        above={ABOVE}
        title={retailer.name}
        figures={retailer.figures}
        followed={{ kind: 'retailer', slug, name: retailer.name }}
      >
        <PlaceLinks
          title={`What ${retailer.name} has most of`}
          places={retailer.brands}
          pathOf={(brand) => paths.narrowed({ brand, retailer: slug })}
        />
      </PlaceHead>
      <PlaceDeals
        key={slug}
        {...{ viewer, narrowed, from, to }}
        pathOf={(page) => paths.retailer(slug, page)}
      />
    </>
  )
}
