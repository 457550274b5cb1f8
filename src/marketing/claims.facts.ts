/** Every figure on our pages, in the order in which they are told. */
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

/** Of fewer nothing is said: one purchase would make the figure. */
export const FEWEST_MEMBERS_COUNTED = 50
/** Reports of so many days are counted together. */
export const REPORT_DAYS = 30
/** What is counted of savings, checks and reports is counted again so often. */
export const COUNTED_EVERY_MINUTES = 10
