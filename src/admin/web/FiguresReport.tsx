import type { Period } from '#app/admin/figures.contract.ts'
import { FiguresClicks } from './FiguresClicks.tsx'
import { FiguresDeals } from './FiguresDeals.tsx'
import { FiguresFunnel } from './FiguresFunnel.tsx'
import { FiguresLead } from './FiguresLead.tsx'
import { FiguresMembers } from './FiguresMembers.tsx'
import { FiguresPart } from './FiguresPart.tsx'
import { FiguresPeriods } from './FiguresPeriods.tsx'
import { FiguresRevenue } from './FiguresRevenue.tsx'
import { FiguresWanted } from './FiguresWanted.tsx'
import { useFigures } from './figures-queries.ts'
import { beforeWords, spanWords } from './figures-words.rules.ts'

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
