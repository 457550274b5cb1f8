import type { BrandName, Fit, SetupWish } from '#app/follows/follows.contract.ts'
import { HIGHEST_CEILING } from '#app/follows/follows.facts.ts'
import { formatCount } from '#app/shared/counts.ts'
import { readWholeDollars } from '#app/shared/money.ts'

/** Returns the field name of a category's price ceiling. */
export function ceilingField(category: string): string {
  return `ceiling-${category}`
}

/** The message for an invalid ceiling. */
export const CEILING_WORDS = `Whole dollars from 1 to ${formatCount(HIGHEST_CEILING)}`

type ReadForm = {
  wish: SetupWish
  /** Messages by field name. */
  problems: Record<string, string>
}

/** Reads the form. An invalid ceiling is left out and reported. */
export function readSetupForm(form: FormData): ReadForm {
  const all = (name: string) => [...new Set(form.getAll(name).map(String))]
  const ceilings: Record<string, number> = {}
  const problems: Record<string, string> = {}
  for (const [field, value] of form.entries()) {
    const category = /^ceiling-(.+)$/.exec(field)?.[1]
    const typed = String(value)
    if (category === undefined || typed.trim() === '') continue
    const dollars = readWholeDollars(typed) ?? 0
    if (dollars >= 1 && dollars <= HIGHEST_CEILING) ceilings[category] = dollars
    else problems[field] = CEILING_WORDS
  }
  const hiddenBrands = all('hidden-brand')
  const hiddenCategories = all('hidden-category')
  return {
    wish: {
      departments: all('department'),
      brands: all('brand').filter((slug) => !hiddenBrands.includes(slug)),
      categories: all('category').filter((each) => !hiddenCategories.includes(each)),
      sizes: all('size'),
      ceilings,
      hiddenBrands,
      hiddenCategories,
    },
    problems,
  }
}

/** The result of submitting the form, whether to save it, to find brands, or only to count. */
export type SetupSent = {
  wish: SetupWish
  problems: Record<string, string>
  refusal?: string
  fit?: Fit
  /** The field that brands were searched for, and the results. */
  found?: { field: string; typed: string; brands: BrandName[] }
}
