import type { Period } from '#app/admin/metrics.contract.ts'
import { FiguresClicks } from './ClicksReport.tsx'
import { FiguresDeals } from './DealsReport.tsx'
import { FiguresLead } from './Headline.tsx'
import { FiguresFunnel } from './JoiningReport.tsx'
import { FiguresMembers } from './MembersReport.tsx'
import { FiguresPeriods } from './PeriodPicker.tsx'
import { useFigures } from './queries.ts'
import { FiguresRevenue } from './RevenueReport.tsx'
import { FiguresPart } from './Section.tsx'
import { FiguresWanted } from './WantedDeals.tsx'
import { beforeWords, spanWords } from './words.copy.ts'

/** Read from top to bottom: what was published, what it did, and what it brought. */
export function FiguresReport({ period }: { period: Period }) {
  const deals = useFigures('deals', period)
  const clicks = useFigures('clicks', period)
  const joining = useFigures('joining', period)
  const members = useFigures('members', period)
  const revenue = useFigures('revenue', period)

  return (
    <>
      <header className="figures-head">
        <div>
          <h1 className="title">Figures</h1>
          {deals && (
            <p className="soft">
              {spanWords(deals.span)}, by the day in Toronto. Compared with {beforeWords(period)}:{' '}
              {spanWords(deals.before)}.
            </p>
          )}
        </div>
        <FiguresPeriods period={period} />
      </header>
      <FiguresLead {...{ period, deals, clicks, members, revenue }} />
      <FiguresPart title="Deals a day" data={deals}>
        {(data) => <FiguresDeals {...data} />}
      </FiguresPart>
      <FiguresPart title="Clicks" data={clicks}>
        {(data) => <FiguresClicks {...data} />}
      </FiguresPart>
      <FiguresPart title="Locked deals" data={joining}>
        {(data) => <FiguresWanted {...data} />}
      </FiguresPart>
      <FiguresPart title="From teaser to paid" data={joining}>
        {(data) => <FiguresFunnel {...data} />}
      </FiguresPart>
      <FiguresPart title="Members" data={members}>
        {(data) => <FiguresMembers period={period} {...data} />}
      </FiguresPart>
      <FiguresPart title="Revenue" data={revenue}>
        {(data) => <FiguresRevenue {...data} />}
      </FiguresPart>
    </>
  )
}
