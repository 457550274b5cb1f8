import './history.css'
import { useState } from 'react'
import type { ManagedDeal } from '#app/deals/editing/managed-deal.contract.ts'
import { Tabs } from '#app/ui/Tabs.tsx'
import { ByField } from './ByField.tsx'
import { EveryChange } from './EveryChange.tsx'

type Props = {
  dealId: string
  version: number
  /** Whether unsaved input in the form would be lost. */
  isDirty: () => boolean
  onBroughtBack: (deal: ManagedDeal) => void
}

type Side = 'fields' | 'changes'
const SIDES: [Side, string][] = [
  ['fields', 'By field'],
  ['changes', 'Every change'],
]

/** The history of a deal: field by field, with values to restore, or change by change. */
export function DealHistory(props: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const [side, setSide] = useState<Side>('fields')
  return (
    <details className="panel" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>
        <h3 className="panel-title">History</h3>
      </summary>
      {isOpen && (
        <Tabs
          label="The history"
          tabs={SIDES}
          value={side}
          onChange={setSide}
          className="deal-history"
          listClassName="entry-tabs"
        >
          {side === 'fields' ? <ByField {...props} /> : <EveryChange dealId={props.dealId} />}
        </Tabs>
      )}
    </details>
  )
}
