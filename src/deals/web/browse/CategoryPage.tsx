import './browse.css'
import { useQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useLoaderData, useParams } from 'react-router'
import type { CategoryPage } from '#app/deals/browse.contract.ts'
import { useViewerClass } from '#app/membership/web/subscription.ts'
import { paths } from '#app/shared/paths.ts'
import type { PageHandle } from '#app/web/page/head.ts'
import { PlaceDeals } from './PlaceDeals.tsx'
import { PlaceHead } from './PlaceHead.tsx'
import { PlaceLinks } from './PlaceLinks.tsx'
import { PlaceProblem } from './PlaceProblem.tsx'
import { loadPlace, placeHead } from './place-page.ts'
import { type ListOf, placeQuery } from './place-query.ts'
import { figuresInWords } from './words.copy.ts'

const listOf = (slug = ''): ListOf => ({ name: 'category', value: slug })

function trailTo({ above }: CategoryPage) {
  return [
    { name: 'Categories', path: paths.categories() },
    ...(above ? [{ name: above.name, path: paths.category(above.slug) }] : []),
  ]
}

export const handle: PageHandle = {
  head: (input) =>
    placeHead<CategoryPage>(input, listOf(input.params.slug), (category) => ({
      title: `Designer ${category.name.toLowerCase()}`,
      description: figuresInWords(`in ${category.name.toLowerCase()}`, category.figures),
      pathOf: (page) => paths.category(category.slug, page),
      trail: trailTo(category),
      isEmpty: category.figures.deals === 0,
    })),
}

export function loader(args: LoaderFunctionArgs) {
  return loadPlace(args, listOf(args.params.slug))
}

export function Component() {
  const { problem, why, from, to } = useLoaderData<typeof loader>()
  const { slug = '' } = useParams()
  const viewer = useViewerClass()
  const narrowed = listOf(slug)
  const { data: category } = useQuery<CategoryPage>({ ...placeQuery(narrowed), enabled: !problem })
  if (problem) return <PlaceProblem {...{ problem, why }} href={paths.category(slug)} />
  if (!category) return <div className="wrap solo" />
  return (
    <>
      <PlaceHead
        viewer={viewer}
        above={trailTo(category)}
        title={category.name}
        figures={category.figures}
        followed={{ kind: 'category', slug, name: category.name }}
      >
        <PlaceLinks
          title={category.above ? `More of ${category.above.name}` : `Within ${category.name}`}
          places={category.beside}
          pathOf={(each) => paths.category(each)}
        />
        <PlaceLinks
          title="Brands with most of it"
          places={category.brands}
          pathOf={(brand) => paths.narrowed({ category: slug, brand })}
        />
      </PlaceHead>
      <PlaceDeals
        key={slug}
        {...{ viewer, narrowed, from, to }}
        pathOf={(page) => paths.category(slug, page)}
      />
    </>
  )
}
