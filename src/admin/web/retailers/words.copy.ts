import type { ManagedRetailer } from '#app/deals/registry.contract.ts'
import type { RegistryGap } from '#app/deals/registry.facts.ts'

export const GAP_WORDS: Record<RegistryGap, string> = {
  link: 'No network link and no parameter',
  terms: 'Delivery never read',
  old: 'Delivery read over half a year ago',
  'never-checked': 'Never checked',
}

/** Describes in one line how links to the retailer are built and what they earn. */
export function linkInWords(retailer: ManagedRetailer): string {
  const { linkTemplate, network, subIdParameter, commission } = retailer
  const parts = [
    network ?? (linkTemplate === null ? 'Straight links' : 'Through a network'),
    subIdParameter === null ? '' : `trips in ${subIdParameter}`,
    commission === null ? '' : `${commission}%`,
  ]
  return parts.filter(Boolean).join(', ')
}

/** Returns the values of the form's fields for a stored retailer. */
export function typedOf({ delivery, ...retailer }: ManagedRetailer) {
  const text = (value: string | number | null) => (value === null ? '' : String(value))
  return {
    linkTemplate: text(retailer.linkTemplate),
    network: text(retailer.network),
    subIdParameter: text(retailer.subIdParameter),
    commission: text(retailer.commission),
    isNeverChecked: retailer.isNeverChecked,
    shipsTo: delivery.shipsTo.join(', '),
    cost: delivery.cost === null ? '' : delivery.cost.toFixed(2),
    freeFrom: delivery.freeFrom === null ? '' : delivery.freeFrom.toFixed(2),
    duties: delivery.duties ?? '',
    returnDays: text(delivery.returnDays),
    asOf: text(delivery.asOf),
  } as const
}
