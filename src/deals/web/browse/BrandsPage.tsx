import './browse.css'
import { useQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { PlaceList } from '#app/deals/browse.contract.ts'
import { countOf, wordFor } from '#app/shared/counts.ts'
import { paths } from '#app/shared/paths.ts'
import type { PageHandle } from '#app/web/page/head.ts'
import { plainCollection } from '#app/web/page/structured-data.ts'
import { IndexHead } from './IndexHead.tsx'
import { loadIndex } from './index-page.ts'
import { PlaceProblem } from './PlaceProblem.tsx'
import { PlacesByLetter } from './PlacesByLetter.tsx'
import { brandsQuery } from './queries.ts'

export const handle: PageHandle = {
  head: () => ({
    title: 'Brands',
    description: 'Every designer brand with a deal in the feed, from A to Z.',
    canonicalPath: paths.brands(),
    ...(import.meta.env.SSR
      ? {
          structuredData: (origin: string) =>
            plainCollection({ origin, path: paths.brands(), name: 'Brands' }),
        }
      : {}),
  }),
}

export function loader(args: LoaderFunctionArgs) {
  return loadIndex(args, brandsQuery)
}

export function Component() {
  const { problem } = useLoaderData<typeof loader>()
  const { data: brands = [] } = useQuery<PlaceList>({ ...brandsQuery, enabled: !problem })
  if (problem) return <PlaceProblem problem="failed" why={undefined} href={paths.brands()} />
  return (
    <>
      <IndexHead title="Brands">
        {brands.length === 0
          ? 'Nothing has been published yet. New deals arrive every morning.'
          : `${countOf(brands.length, 'brand')} ${wordFor(brands.length, 'has', 'have')} a deal in the feed.`}
      </IndexHead>
      <PlacesByLetter noun="Brands" places={brands} pathOf={(slug) => paths.brand(slug)} />
    </>
  )
}
