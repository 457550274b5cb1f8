/** Whether import duties are due at the border. */
export const DUTIES = ['none', 'included', 'extra'] as const
export type Duties = (typeof DUTIES)[number]

/** Filters of the retailer list in the back office. */
export const REGISTRY_GAPS = ['link', 'terms', 'old', 'never-checked'] as const
export type RegistryGap = (typeof REGISTRY_GAPS)[number]

/** Terms read longer ago than this are due for another read. */
export const TERMS_ARE_OLD_AFTER_DAYS = 180

export const LONGEST_NETWORK = 100
export const LONGEST_RETURN_DAYS = 730
export const MOST_COUNTRIES = 250
export const RETAILERS_A_PAGE = 50
