import { useQuery } from '@tanstack/react-query'
import { useContext } from 'react'
import { Link } from 'react-router'
import { AccountFailure } from '#app/accounts/web/AccountFailure.tsx'
import type { Savings } from '#app/savings/savings.contract.ts'
import { sumWords } from '#app/savings/savings.copy.ts'
import { TRIPS_ON_A_PAGE } from '#app/savings/savings.facts.ts'
import { formatDollars } from '#app/shared/money.ts'
import { paths } from '#app/shared/paths.ts'
import { ListOutline } from '#app/ui/ListOutline.tsx'
import { keepsFocus } from '#app/web/page/keeps-focus.ts'
import { Pages } from '#app/web/page/Pages.tsx'
import { ProblemScreen } from '#app/web/page/ProblemScreen.tsx'
import { MeterSlot } from './meter-slot.ts'
import { savingsQuery } from './queries.ts'
import { Totals } from './Totals.tsx'
import { Trip } from './Trip.tsx'
import { WithoutTrip } from './WithoutTrip.tsx'

export function SavingsList({ page }: { page: number }) {
  const { data, error } = useQuery<Savings>(savingsQuery(page))
  const Meter = useContext(MeterSlot)
  if (!data && error)
    return <AccountFailure eyebrow="Your savings" href={paths.savings(page)} subject="savings" />
  if (data?.total === 0) return <NothingYet />
  const pages = Math.ceil((data?.total ?? 0) / TRIPS_ON_A_PAGE)
  return (
    <div className="wrap grid grid-cols-1 gap-x-18 gap-y-14 py-8 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)] lg:py-14">
      <div ref={keepsFocus}>
        <header className="mb-10">
          <h1 className="headline">Your savings</h1>
          {data && <Sum {...data} />}
        </header>
        {Meter && <Meter />}
        <h2 className="title mb-3">Where you went</h2>
        {data ? (
          <ul>
            {data.trips.map((trip) => (
              <Trip key={trip.number ?? trip.dealId} trip={trip} page={page} today={data.today} />
            ))}
          </ul>
        ) : (
          <ListOutline />
        )}
        {data?.trips.length === 0 && (
          <p className="lead">
            The list ends before here.{' '}
            <Link className="link" to={paths.savings()}>
              Start with the newest
            </Link>
          </p>
        )}
        <Pages page={page} pages={pages} pathOf={paths.savings} words={['Newer', 'Older']} />
        {data && <WithoutTrip today={data.today} />}
      </div>
      {data && <Totals totals={data.totals} />}
    </div>
  )
}

function Sum({ totals: { ever }, open }: Savings) {
  return (
    <>
      <p className="savings-sum">{formatDollars(ever.counted)}</p>
      <p className="text-sm text-ink-soft">
        {sumWords(ever)}
        {open > 0 && ` ${open === 1 ? 'One trip waits' : `${open} trips wait`} for your answer.`}
      </p>
    </>
  )
}

function NothingYet() {
  const Meter = useContext(MeterSlot)
  return (
    <ProblemScreen
      eyebrow="Your savings"
      title="Nothing to count yet"
      actions={
        <Link className="button" to={paths.dailyDeals()}>
          See today’s deals
        </Link>
      }
    >
      <p className="lead">
        As a member you make a trip with each deal that you open at its retailer. It stands here
        with the prices of that moment, and you say whether you bought it.
      </p>
      {Meter && <Meter />}
    </ProblemScreen>
  )
}
