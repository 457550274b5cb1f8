import './browse.css'
import { useQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, redirect, useLoaderData, useParams } from 'react-router'
import type { BrandPage } from '#app/deals/browse.contract.ts'
import { useViewerClass } from '#app/membership/web/subscription.ts'
import { paths } from '#app/shared/paths.ts'
import { queryClientContext } from '#app/web/api/query-client.ts'
import type { PageHandle } from '#app/web/page/head.ts'
import { PlaceDeals } from './PlaceDeals.tsx'
import { PlaceHead } from './PlaceHead.tsx'
import { PlaceLinks } from './PlaceLinks.tsx'
import { PlaceProblem } from './PlaceProblem.tsx'
import { loadPlace, placeHead } from './place-page.ts'
import { type ListOf, placeQuery } from './place-query.ts'
import { figuresInWords } from './words.copy.ts'

const ABOVE = [{ name: 'Brands', path: paths.brands() }]
const listOf = (slug = ''): ListOf => ({ name: 'brand', value: slug })

export const handle: PageHandle = {
  head: (input) =>
    placeHead<BrandPage>(input, listOf(input.params.slug), ({ slug, name, figures }) => ({
      title: `${name} deals`,
      description: figuresInWords(`by ${name}`, figures),
      pathOf: (page) => paths.brand(slug, page),
      trail: ABOVE,
      brand: name,
      isEmpty: figures.deals === 0,
    })),
}

export async function loader(args: LoaderFunctionArgs) {
  const narrowed = listOf(args.params.slug)
  const loaded = await loadPlace(args, narrowed)
  const brand = args.context
    .get(queryClientContext)
    .getQueryData<BrandPage>(placeQuery(narrowed).queryKey)
  // Redirects to the brand that replaced this one.
  if (brand && brand.slug !== narrowed.value) throw redirect(paths.brand(brand.slug), 301)
  return loaded
}

export function Component() {
  const { problem, why, from, to } = useLoaderData<typeof loader>()
  const { slug = '' } = useParams()
  const viewer = useViewerClass()
  const narrowed = listOf(slug)
  const { data: brand } = useQuery<BrandPage>({ ...placeQuery(narrowed), enabled: !problem })
  if (problem) return <PlaceProblem {...{ problem, why }} href={paths.brand(slug)} />
  if (!brand) return <div className="wrap solo" />
  return (
    <>
      <PlaceHead
        viewer={viewer}
        above={ABOVE}
        title={brand.name}
        figures={brand.figures}
        followed={{ kind: 'brand', slug, name: brand.name }}
      >
        <PlaceLinks
          title={`What ${brand.name} has`}
          places={brand.categories}
          pathOf={(category) => paths.narrowed({ category, brand: slug })}
        />
      </PlaceHead>
      <PlaceDeals
        key={slug}
        {...{ viewer, narrowed, from, to }}
        pathOf={(page) => paths.brand(slug, page)}
      />
    </>
  )
}
