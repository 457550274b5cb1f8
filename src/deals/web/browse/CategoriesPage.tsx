import './browse.css'
import { useQuery } from '@tanstack/react-query'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { CategoryTree, CategoryTrees } from '#app/deals/browse.contract.ts'
import { countOf } from '#app/shared/counts.ts'
import { paths } from '#app/shared/paths.ts'
import { Picture } from '#app/ui/Picture.tsx'
import { PAIR_SIZES } from '#app/ui/picture.rules.ts'
import type { PageHandle } from '#app/web/page/head.ts'
import { plainCollection } from '#app/web/page/structured-data.ts'
import { useSiteSettings } from '#app/web/site-settings.ts'
import { IndexHead } from './IndexHead.tsx'
import { loadIndex } from './index-page.ts'
import { PlaceLink } from './PlaceLink.tsx'
import { PlaceProblem } from './PlaceProblem.tsx'
import { categoriesQuery } from './queries.ts'

export const handle: PageHandle = {
  head: () => ({
    title: 'Categories',
    description: 'Coats, boots, totes and all else that is marked down, by what it is.',
    canonicalPath: paths.categories(),
    ...(import.meta.env.SSR
      ? {
          structuredData: (origin: string) =>
            plainCollection({ origin, path: paths.categories(), name: 'Categories' }),
        }
      : {}),
  }),
}

export function loader(args: LoaderFunctionArgs) {
  return loadIndex(args, categoriesQuery)
}

export function Component() {
  const { problem } = useLoaderData<typeof loader>()
  const { data: trees = [] } = useQuery<CategoryTrees>({ ...categoriesQuery, enabled: !problem })
  if (problem) return <PlaceProblem problem="failed" why={undefined} href={paths.categories()} />
  return (
    <>
      <IndexHead title="Categories">
        {trees.length === 0
          ? 'Nothing has been published yet. New deals arrive every morning.'
          : 'What is marked down, by what it is.'}
      </IndexHead>
      <div className="wrap departments">
        {trees.map((tree, index) => (
          <Tree key={tree.slug} tree={tree} isFirst={index === 0} />
        ))}
      </div>
    </>
  )
}

/** A first-level category with its newest picture and its subcategories. */
function Tree({ tree, isFirst }: { tree: CategoryTree; isFirst: boolean }) {
  const { pictureHost } = useSiteSettings()
  return (
    <section className="department">
      <div className="department-picture">
        {tree.picture && (
          <Picture
            candidates={[tree.picture]}
            host={pictureHost}
            placeholder={tree.placeholder}
            sizes={PAIR_SIZES}
            alt=""
            isEager
            isFirst={isFirst}
          />
        )}
      </div>
      <div className="department-words">
        <h2 className="title">
          <Link className="department-link" to={paths.category(tree.slug)} discover="none">
            {tree.name}
          </Link>
        </h2>
        <p className="text-sm text-ink-soft">{countOf(tree.deals, 'deal')}</p>
        <ul>
          {tree.below.map((place) => (
            <li key={place.slug}>
              <PlaceLink place={place} to={paths.category(place.slug)} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
