import { useEffect, useRef, useState } from 'react'
import type {
  BoardDeal,
  EditionBoard,
  SayAlternatives,
} from '#app/admin/editions/editions.contract.ts'
import type { Lead } from '#app/admin/web/deal-form/EditForm.tsx'
import { dealTitle } from '#app/admin/web/deal-form/words.copy.ts'
import type { EditionGap } from '#app/deals/editions.facts.ts'
import { Button } from '#app/ui/Button.tsx'
import { AlternativeTexts } from './AlternativeTexts.tsx'
import { leadTo, type MixRow, missing, mixOf } from './board.rules.ts'
import { PricesToSee } from './PricesToSee.tsx'
import { EDITION_GAP_WORDS } from './words.copy.ts'

type MissingProps = {
  deals: BoardDeal[]
  mayChange: boolean
  isBusy: boolean
  onEdit: (id: string, lead?: Lead) => void
  onConfirmPrices: (ids: string[]) => void
  onSayAlternatives: (texts: SayAlternatives['texts']) => void
}

/** What the edition lacks, the worst first, each with its deals and how to fix them. */
export function Missing({ deals, onConfirmPrices, onSayAlternatives, ...props }: MissingProps) {
  const [shown, setShown] = useState<EditionGap>()
  const waiting = deals.filter(({ deal }) => deal.state !== 'ended')
  const gaps = missing(waiting)
  const open = gaps.find(({ gap }) => gap === shown)
  // The gap that was open has been fixed and is gone, so focus moves to the heading.
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (shown === undefined || open) return
    if (document.activeElement?.matches('body, :disabled')) heading.current?.focus()
  }, [shown, open])
  if (waiting.length === 0) return null
  return (
    <section className="missing" aria-labelledby="missing">
      <h2 id="missing" className="panel-title" ref={heading} tabIndex={-1}>
        What is missing
      </h2>
      {gaps.length === 0 && <p className="soft">Nothing. Every deal is whole.</p>}
      {gaps.map(({ gap, deals: having }) => (
        <button
          key={gap}
          type="button"
          className="chip"
          aria-expanded={gap === shown}
          aria-controls="missing-deals"
          onClick={() => setShown(gap === shown ? undefined : gap)}
        >
          {EDITION_GAP_WORDS[gap].lacks} <span className="soft figure">{having.length}</span>
        </button>
      ))}
      <div id="missing-deals" className="missing-deals" hidden={!open}>
        {open?.gap === 'check' ? (
          <PricesToSee {...props} deals={open.deals} onConfirm={onConfirmPrices} />
        ) : open?.gap === 'alternative-text' && props.mayChange ? (
          <AlternativeTexts deals={open.deals} isBusy={props.isBusy} onSay={onSayAlternatives} />
        ) : (
          open && (
            <ul aria-label={EDITION_GAP_WORDS[open.gap].lacks}>
              {open.deals.map((each) => (
                <MissingDeal key={each.deal.id} gap={open.gap} each={each} {...props} />
              ))}
            </ul>
          )
        )}
      </div>
    </section>
  )
}

type OneProps = Omit<MissingProps, 'deals' | 'onConfirmPrices' | 'onSayAlternatives'> & {
  gap: EditionGap
  each: BoardDeal
}

function MissingDeal({ gap, each: { deal }, mayChange, isBusy, onEdit }: OneProps) {
  const title = dealTitle(deal)
  const { mend } = EDITION_GAP_WORDS[gap]
  return (
    <li>
      <span>{title}</span>
      {mayChange && (
        <Button
          variant="tool"
          isBusy={isBusy}
          aria-label={`${mend}: ${title}`}
          onClick={() => onEdit(deal.id, leadTo(gap, deal))}
        >
          {mend}
        </Button>
      )}
    </li>
  )
}

const MOST_ROWS = 5

/** Charts of what the edition consists of. */
export function Mix({ deals }: Pick<EditionBoard, 'deals'>) {
  const mix = mixOf(deals, MOST_ROWS)
  const parts: Array<[string, MixRow[]]> = [
    ['Category', mix.category],
    ['Brand', mix.brand],
    ['Retailer', mix.retailer],
    ['Price', mix.price],
  ]
  return (
    <section className="panel" aria-labelledby="mix">
      <h2 id="mix" className="panel-title board-part">
        How it is mixed
      </h2>
      <div className="mix">
        {parts.map(([name, rows]) => (
          <table key={name} className="mix-part">
            <caption>{name}</caption>
            <tbody>
              {rows.map((row) => (
                <tr key={row.name}>
                  <th scope="row">{row.name}</th>
                  <td className="figure">{row.deals}</td>
                  <td aria-hidden className="mix-bar">
                    <svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden>
                      <rect
                        width={(100 * row.deals) / deals.length}
                        height="4"
                        fill="currentColor"
                      />
                    </svg>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        ))}
      </div>
    </section>
  )
}
