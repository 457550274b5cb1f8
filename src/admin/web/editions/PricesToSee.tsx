import { useState } from 'react'
import type { BoardDeal } from '#app/admin/editions/editions.contract.ts'
import type { Lead } from '#app/admin/web/deal-form/EditForm.tsx'
import { dealTitle } from '#app/admin/web/deal-form/words.copy.ts'
import { countOf } from '#app/shared/counts.ts'
import { Button } from '#app/ui/Button.tsx'
import { EDITION_GAP_WORDS, pricesSaid } from './words.copy.ts'

type Props = {
  deals: BoardDeal[]
  mayChange: boolean
  isBusy: boolean
  onEdit: (id: string, lead: Lead) => void
  onConfirm: (ids: string[]) => void
}

/**
 * Prices that nobody has checked for a day. A price seen by a person counts as proven, so one press confirms
 * many, but only those whose shop was opened from here.
 */
export function PricesToSee({ deals, mayChange, isBusy, onEdit, onConfirm }: Props) {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const seen = deals.flatMap(({ deal }) => (opened.has(deal.id) ? [deal.id] : []))
  const { lacks, mend } = EDITION_GAP_WORDS.check
  const open = (id: string) => setOpened((before) => new Set([...before, id]))
  return (
    <div className="prices-to-see">
      {mayChange && (
        <div className="missing-head">
          <p className="soft">
            Open each shop and look whether its page says the same. One press then answers for all
            that you have opened.
          </p>
          <Button
            variant="tool-main"
            isBusy={isBusy}
            disabled={seen.length === 0}
            onClick={() => onConfirm(seen)}
          >
            {seen.length === 0
              ? 'None opened yet'
              : seen.length === 1
                ? '1 opened is as it says'
                : `${countOf(seen.length, 'opened', 'opened')} are as they say`}
          </Button>
        </div>
      )}
      <ul aria-label={lacks}>
        {deals.map(({ deal }) => {
          const title = dealTitle(deal)
          return (
            <li key={deal.id}>
              <span>
                {title} <span className="soft figure">{pricesSaid(deal)}</span>
              </span>
              <span className="missing-tools">
                <a
                  className="text-link link"
                  href={deal.buyUrl}
                  target="_blank"
                  rel="noopener noreferrer"
                  onClick={() => open(deal.id)}
                  onAuxClick={() => open(deal.id)}
                >
                  {opened.has(deal.id) ? 'Opened' : 'Open the shop'}
                  <span className="sr"> of {title} (opens in a new tab)</span>
                </a>
                {mayChange && (
                  <>
                    <Button
                      variant="tool"
                      aria-label={`Edit ${title}`}
                      onClick={() => onEdit(deal.id, 'salePrice')}
                    >
                      Edit
                    </Button>
                    <Button
                      variant="tool"
                      isBusy={isBusy}
                      aria-label={`${mend}: ${title}`}
                      onClick={() => onConfirm([deal.id])}
                    >
                      {mend}
                    </Button>
                  </>
                )}
              </span>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
