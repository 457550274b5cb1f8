/** Every figure on our pages, in the order in which the page lists them. */
export const COUNTED = [
  'retailers',
  'brands',
  'dealsADay',
  'discounts',
  'monthSavings',
  'averageSavings',
  'yearlySavings',
  'checkedDeals',
  'answeredReports',
  'firstYearSavings',
  'startingSavings',
] as const
export type CountedName = (typeof COUNTED)[number]

/** With fewer members nothing is published: a single purchase would determine the figure. */
export const FEWEST_MEMBERS_COUNTED = 50
/** Reports of this many days are counted together. */
export const REPORT_DAYS = 30
/** How often the figures of savings, checks and reports are recounted. */
export const COUNTED_EVERY_MINUTES = 10
