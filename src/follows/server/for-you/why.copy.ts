import { termLabel } from '#app/deals/vocabulary/vocabulary.facts.ts'
import { formatDay } from '#app/shared/dates.ts'
import { formatShortPrice } from '#app/shared/money.ts'
import { listInWords } from '#app/shared/word-lists.ts'
import type { Reason } from './points.rules.ts'

/** Names of retailers and searches by their stored values. */
export type FollowedNames = {
  retailers: ReadonlyMap<string, string>
  searches: ReadonlyMap<string, string>
}

const DEPARTMENTS: Record<string, string> = {
  women: 'For women.',
  men: 'For men.',
  unisex: 'For women and men.',
  kids: 'For kids.',
}

/** Explains why a deal fits a person: 'You follow Aubrelle. In your size.' */
export function whyInWords(reasons: readonly Reason[], names: FollowedNames): string {
  const followed = reasons.flatMap((reason) => followedName(reason, names) ?? [])
  const rest = reasons.flatMap((reason) => sentence(reason, names) ?? [])
  return [...(followed.length > 0 ? [`You follow ${listInWords(followed)}.`] : []), ...rest].join(
    ' ',
  )
}

function followedName(reason: Reason, { retailers }: FollowedNames): string | undefined {
  switch (reason.kind) {
    case 'brand':
      return reason.brandName
    case 'category':
      return termLabel('category', reason.category)
    case 'retailer':
      return retailers.get(reason.retailerId)
    default:
      return
  }
}

function sentence(reason: Reason, { searches }: FollowedNames): string | undefined {
  switch (reason.kind) {
    case 'search':
      return `In your search: ${searches.get(reason.search) ?? 'one that you follow'}.`
    case 'size':
      return 'In your size.'
    case 'ceiling':
      return `Within your ${formatShortPrice(reason.cents / 100)} for ${termLabel('category', reason.category)}.`
    case 'savedBrand':
      return `You have saved ${reason.brandName}.`
    case 'department':
      return DEPARTMENTS[reason.department]
    case 'new':
      return 'New today.'
    case 'since':
      return `New on ${formatDay(reason.day)}.`
    default:
      return
  }
}
