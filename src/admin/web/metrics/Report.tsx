import type { Period } from '#app/admin/metrics.contract.ts'
import { ClicksReport } from './ClicksReport.tsx'
import { DealsReport } from './DealsReport.tsx'
import { Headline } from './Headline.tsx'
import { JoiningReport } from './JoiningReport.tsx'
import { MembersReport } from './MembersReport.tsx'
import { PeriodPicker } from './PeriodPicker.tsx'
import { useMetrics } from './queries.ts'
import { RevenueReport } from './RevenueReport.tsx'
import { Section } from './Section.tsx'
import { WantedDeals } from './WantedDeals.tsx'
import { beforeWords, spanWords } from './words.copy.ts'

/** Read from top to bottom: what was published, what it did, and what it brought. */
export function Report({ period }: { period: Period }) {
  const deals = useMetrics('deals', period)
  const clicks = useMetrics('clicks', period)
  const joining = useMetrics('joining', period)
  const members = useMetrics('members', period)
  const revenue = useMetrics('revenue', period)

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
    </>
  )
}
