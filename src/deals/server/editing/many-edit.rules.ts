import type { ManyEdit, PriceEdit, SizesEdit } from '#app/deals/editing/many-edit.facts.ts'
import { HOME_CURRENCY } from '#app/deals/prices/rates.facts.ts'
import { readDealValues } from '#app/deals/server/deal/fields.rules.ts'
import { type PriceColumns, saidPrices } from '#app/deals/server/rates/rates.rules.ts'
import { HIGHEST_PRICE_CENTS } from '#app/shared/money.ts'
import type { DealPatch, FieldFaults } from './editing.rules.ts'

type Row = PriceColumns & { sizes: readonly string[] }
/** Computes the patch of one deal, or explains in a sentence why there is none. */
type PatchFor = (row: Row) => { patch: DealPatch } | { reason: string }

const TEXTS = ['department', 'category', 'colour', 'startsAt', 'endsAt'] as const
const PRICES = ['originalPrice', 'salePrice'] as const

/** Parses the edit once for all deals; `patchFor` then derives the patch of each. */
export function readManyEdit(edit: ManyEdit): { patchFor: PatchFor; faults: FieldFaults } {
  const faults: FieldFaults = {}
  const texts: Record<string, string | undefined> = {
    ...Object.fromEntries(TEXTS.map((field) => [field, edit[field]])),
    ...Object.fromEntries(PRICES.map((field) => [field, textOf(edit[field])])),
    sizes: edit.sizes && Object.values(edit.sizes)[0],
  }
  const read = readDealValues(
    (field) => (texts[field] === undefined ? undefined : { ok: true, value: texts[field] }),
    (field, { reason }, noun) => {
      faults[field] = `${noun} ${reason}.`
    },
  )
  const { sizes = [], originalPriceCents, salePriceCents, ...same } = read
  const { isPreview, carouselAssignment } = edit
  const isWhole: DealPatch = {
    ...same,
    ...(isPreview !== undefined && { isPreview }),
    ...(carouselAssignment !== undefined && { carouselAssignment }),
  }

  const patchFor: PatchFor = (row) => {
    const patch = { ...isWhole }
    if (edit.sizes) patch.sizes = sizesAfter(row.sizes, edit.sizes, sizes)
    const { currency, was, now } = saidPrices(row)
    const prices = [
      ['originalPriceCents', edit.originalPrice, originalPriceCents, was],
      ['salePriceCents', edit.salePrice, salePriceCents, now],
    ] as const
    for (const [column, wanted, set, said] of prices) {
      if (!wanted) continue
      if ('set' in wanted && currency !== HOME_CURRENCY) {
        return { reason: `It is sold in ${currency}: change its price by itself.` }
      }
      const cents = 'percent' in wanted ? moved(said, wanted.percent) : (set ?? null)
      if (typeof cents === 'string') return { reason: cents }
      patch[column] = cents
    }
    return { patch }
  }
  return { patchFor, faults }
}

function textOf(price: PriceEdit | undefined): string | undefined {
  return price && 'set' in price ? price.set : undefined
}

/** Cents, or why the price cannot be changed. */
function moved(cents: number | null, percent: number): number | string {
  if (cents === null) return 'It has no price that could be moved.'
  const after = Math.round((cents * (100 + percent)) / 100)
  return after > HIGHEST_PRICE_CENTS ? 'The price would be too high.' : after
}

function sizesAfter(before: readonly string[], how: SizesEdit, given: string[]): string[] {
  if ('set' in how) return given
  if ('add' in how) return [...new Set([...before, ...given])]
  return before.filter((size) => !given.includes(size))
}
