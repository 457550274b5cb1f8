import { use } from 'react'
import type { Deal } from '#app/deals/deals.contract.ts'
import { ReportSlot } from './report-slot.ts'

/** For whoever may open a deal that lives: what has ended is known to have. */
export function ReportControl({ deal, isPlain = false }: { deal: Deal; isPlain?: boolean }) {
  const Control = use(ReportSlot)
  if (!Control || !deal.isAccessible || deal.state === 'ended') return null
  return <Control deal={deal} isPlain={isPlain} />
}
