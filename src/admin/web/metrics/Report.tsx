import { type ReactNode, useId } from 'react'
import { Link, useLocation } from 'react-router'
import type { Period } from '#app/admin/metrics/metrics.contract.ts'
import { NotRead } from '#app/admin/web/shell/NotRead.tsx'
import { BroughtReport } from './BroughtReport.tsx'
import { ClicksReport } from './ClicksReport.tsx'
import { DealsReport } from './DealsReport.tsx'
import { Headline } from './Headline.tsx'
import { JoiningReport } from './JoiningReport.tsx'
import { metricsPath } from './links.ts'
import { MembersReport } from './MembersReport.tsx'
import { useMetrics } from './queries.ts'
import { RevenueReport } from './RevenueReport.tsx'
import { WantedDeals } from './WantedDeals.tsx'
import { beforeWords, PERIOD_WORDS, spanWords } from './words.copy.ts'

/** The whole report: what was published, what it led to, and what it earned. */
export function Report({ period }: { period: Period }) {
  const deals = useMetrics('deals', period)
  const clicks = useMetrics('clicks', period)
  const joining = useMetrics('joining', period)
  const members = useMetrics('members', period)
  const revenue = useMetrics('revenue', period)
  const brought = useMetrics('brought', period)

  return (
    <>
      <header className="metrics-head">
        <div>
          <h1 className="title">Figures</h1>
          {deals && (
            <p className="soft">
              {spanWords(deals.span)}, by the day in Toronto. Compared with {beforeWords(period)}:{' '}
              {spanWords(deals.before)}.
            </p>
          )}
        </div>
        <PeriodPicker period={period} />
      </header>
      <Headline {...{ period, deals, clicks, members, revenue }} />
      <Section title="Deals a day" data={deals}>
        {(data) => <DealsReport {...data} />}
      </Section>
      <Section title="Clicks" data={clicks}>
        {(data) => <ClicksReport {...data} />}
      </Section>
      <Section title="Locked deals" data={joining}>
        {(data) => <WantedDeals {...data} />}
      </Section>
      <Section title="From teaser to paid" data={joining}>
        {(data) => <JoiningReport {...data} />}
      </Section>
      <Section title="Members" data={members}>
        {(data) => <MembersReport period={period} {...data} />}
      </Section>
      <Section title="Revenue" data={revenue}>
        {(data) => <RevenueReport {...data} />}
      </Section>
      <Section title="What it brought" data={brought}>
        {(data) => <BroughtReport {...data} />}
      </Section>
    </>
  )
}

function PeriodPicker({ period }: { period: Period }) {
  return (
    <nav className="metrics-periods" aria-label="Period">
      {(Object.keys(PERIOD_WORDS) as Period[]).map((each) => (
        <Link
          key={each}
          className={each === period ? 'chip chip-set' : 'chip'}
          aria-current={each === period ? 'true' : undefined}
          to={metricsPath(each)}
          preventScrollReset
          discover="none"
        >
          {PERIOD_WORDS[each]}
        </Link>
      ))}
    </nav>
  )
}

type SectionProps<T> = {
  title: string
  /** Undefined if it could not be read. */
  data: T | undefined
  children: (data: T) => ReactNode
}

/** A section of the report. Sections load and fail independently. */
function Section<T>({ title, data, children }: SectionProps<T>) {
  const id = useId()
  const { pathname, search } = useLocation()
  return (
    <section className="metrics-part" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {data === undefined ? (
        <div className="metrics-body">
          <NotRead href={pathname + search}>These figures could not be read.</NotRead>
        </div>
      ) : (
        children(data)
      )}
    </section>
  )
}
