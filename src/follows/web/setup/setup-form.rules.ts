import type { BrandName, Fit, SetupWish } from '#app/follows/follows.contract.ts'
import { HIGHEST_CEILING } from '#app/follows/follows.facts.ts'
import { formatCount } from '#app/shared/counts.ts'
import { readWholeDollars } from '#app/shared/money.ts'

/** The field of the most that a piece of a category may cost. */
export function ceilingField(category: string): string {
  return `ceiling-${category}`
}

/** Says what a ceiling has to be. */
export const CEILING_WORDS = `Whole dollars from 1 to ${formatCount(HIGHEST_CEILING)}`

type ReadForm = {
  wish: SetupWish
  /** By its field: what is wrong with it. */
  problems: Record<string, string>
}

/** What a form of the set-up says. A ceiling that is no price is left out, and told of. */
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

/** What the form was sent for: to be kept, to find brands, or only to be counted. */
export type SetupSent = {
  wish: SetupWish
  problems: Record<string, string>
  refusal?: string
  fit?: Fit
  /** For whom brands were looked for, and those that were found. */
  found?: { field: string; typed: string; brands: BrandName[] }
}
