import './claims.css'
import { useQuery } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import type { CountedClaim, CountedClaims } from '#app/marketing/claims.contract.ts'
import { formatDate, formatMoment } from '#app/shared/dates.ts'
import { paths } from '#app/shared/paths.ts'
import { queryClientContext } from '#app/web/api/query-client.ts'
import { queryOf } from '#app/web/api/query-keys.ts'
import type { PageHandle } from '#app/web/page/head.ts'
import { TryAgain } from '#app/web/page/TryAgain.tsx'

const claimsQuery = queryOf('/api/claims')

export const handle: PageHandle = {
  head: ({ settings: { club } }) => ({
    title: 'How we count',
    description: `Every figure on the pages of ${club.name}: what is counted, how, since when, and what it is today.`,
    canonicalPath: paths.howWeCount(),
  }),
}

export async function loader({ context }: LoaderFunctionArgs) {
  await context.get(queryClientContext).prefetchQuery({ ...claimsQuery, staleTime: 0 })
  return null
}

/** Explains every figure on our pages. */
export function Component() {
  const { data } = useQuery<CountedClaims>(claimsQuery)
  return (
    <div className="wrap py-10 lg:py-16">
      <h1 className="headline">How we count</h1>
      <p className="lead mt-4">
        Every figure on our pages stands here with what it counts, counted from what is stored. What
        cannot be counted is not said, or is marked as a sample.
      </p>
      {!data && (
        <div className="mt-10 grid justify-items-start gap-4">
          <p role="alert">The figures could not be read just now.</p>
          <TryAgain href={paths.howWeCount()} />
        </div>
      )}
      {data && (
        <div className="claims">
          {data.claims.map((claim) => (
            <Told key={claim.name} claim={claim} />
          ))}
        </div>
      )}
    </div>
  )
}

function Told({ claim }: { claim: CountedClaim }) {
  const { name, title, figure, because, isSample, what, how, since, countedAt } = claim
  return (
    <section className="claim" aria-labelledby={name}>
      <h2 className="title" id={name}>
        {title}
      </h2>
      <div className="claim-figure">
        {figure === null ? (
          <p className="claim-none">Not said at present</p>
        ) : (
          <p className={figure.length > 12 ? 'title' : 'headline'}>{figure}</p>
        )}
        {isSample && <p className="caps">Sample</p>}
      </div>
      <div className="claim-words">
        {because !== null && <p>{because}</p>}
        <p>{what}</p>
        <p>{how}</p>
        {countedAt !== null && (
          <p className="fine">
            {since === null ? 'As it is now. ' : `Since ${formatDate(since)}. `}
            Counted <time dateTime={countedAt}>{formatMoment(countedAt)}</time>.
          </p>
        )}
      </div>
    </section>
  )
}
