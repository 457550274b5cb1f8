/** What is to be paid at the border. */
export const DUTIES = ['none', 'included', 'extra'] as const
export type Duties = (typeof DUTIES)[number]

/** What lists of retailers in the back office are narrowed to. */
export const REGISTRY_GAPS = ['link', 'terms', 'old', 'never-checked'] as const
export type RegistryGap = (typeof REGISTRY_GAPS)[number]

/** Terms that were read longer ago are to be read again. */
export const TERMS_ARE_OLD_AFTER_DAYS = 180

export const LONGEST_NETWORK = 100
export const LONGEST_RETURN_DAYS = 730
export const MOST_COUNTRIES = 250
export const RETAILERS_A_PAGE = 50
