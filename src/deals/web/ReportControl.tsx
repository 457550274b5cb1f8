import { use } from 'react'
import type { Deal } from '#app/deals/deals.contract.ts'
import { ReportSlot } from './report-slot.ts'

/** For viewers who may open a living deal: of an ended one it is known that it has ended. */
export function ReportControl({ deal, isPlain = false }: { deal: Deal; isPlain?: boolean }) {
  const Control = use(ReportSlot)
  if (!Control || !deal.isAccessible || deal.state === 'ended') return null
  return <Control deal={deal} isPlain={isPlain} />
}
