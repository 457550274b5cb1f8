import './wanted.css'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { candidatesPath } from '#app/admin/sourcing-paths.facts.ts'
import type { PeopleWant } from '#app/admin/wanted.contract.ts'
import { LEAST_WANTED, MOST_EXACT } from '#app/admin/wanted.facts.ts'
import { CandidateThumb } from '#app/admin/web/candidates/CandidateThumb.tsx'
import { OF_FEEDS } from '#app/admin/web/product-feeds/queries.ts'
import { ADMIN_CALLS } from '#app/admin/web/shell/calls.rules.ts'
import { OF_ADMIN_DEALS } from '#app/admin/web/shell/refresh-deals.ts'
import { countOf, formatCount, spellNumber } from '#app/shared/counts.ts'
import { queryOf } from '#app/web/api/query-keys.ts'

const wantedQuery = queryOf(ADMIN_CALLS.wanted, OF_ADMIN_DEALS, OF_FEEDS)

export async function loadWanted(queryClient: QueryClient): Promise<void> {
  await queryClient.prefetchQuery({ ...wantedQuery, staleTime: 0 })
}

/** What people look for without finding it, with links to what feeds offer of it. */
export function WantedByPeople() {
  const { data } = useQuery<PeopleWant>(wantedQuery)
  const isNothing =
    data && [data.searches, data.brands, data.sizes].every((all) => all.length === 0)
  return (
    <section className="wanted" aria-labelledby="wanted-title">
      <h2 id="wanted-title" className="wanted-title">
        Wanted
      </h2>
      {!data && <p className="admin-error">What is wanted could not be read.</p>}
      {isNothing && (
        <p className="soft">
          Nothing that {spellNumber(LEAST_WANTED)} people or more look for is missing.
        </p>
      )}
      {data && !isNothing && (
        <div className="wanted-lists">
          <List
            title="Searched in vain"
            wanted={data.searches.map((each) => ({
              ...each,
              isAbout: each.people > MOST_EXACT,
              name: `“${each.words}”`,
              to: candidatesPath({ q: each.words }),
            }))}
          />
          <List
            title="Brands that are followed"
            wanted={data.brands.map((each) => ({
              ...each,
              to: candidatesPath({ brand: each.key }),
            }))}
          />
          <List
            title="Sizes that are worn"
            wanted={data.sizes.map((each) => ({
              ...each,
              name: each.label,
              to: candidatesPath({ size: each.key }),
            }))}
          />
        </div>
      )}
    </section>
  )
}

type Line = {
  name: string
  people: number
  isAbout?: boolean
  candidates: number
  pictured: number[]
  to: string
}

function List({ title, wanted }: { title: string; wanted: Line[] }) {
  if (wanted.length === 0) return null
  return (
    <div>
      <h3 className="caps soft">{title}</h3>
      <ul>
        {wanted.map(({ name, people, isAbout, candidates, pictured, to }) => (
          <li key={to}>
            <span className="wanted-name">{name}</span>{' '}
            <span className="soft">
              {isAbout && 'about '}
              {countOf(people, 'person', 'people')}
            </span>{' '}
            {candidates > 0 ? (
              <Link className="text-link" to={to} discover="none">
                Find candidates
                <span className="sr"> for {name}</span>{' '}
                <span className="figure">({formatCount(candidates)})</span>
              </Link>
            ) : (
              <span className="soft">No feed has it</span>
            )}
            {pictured.length > 0 && (
              <span className="wanted-pictures">
                {pictured.map((id) => (
                  <CandidateThumb key={id} id={id} />
                ))}
              </span>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
