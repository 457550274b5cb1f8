/** Digits and capitals without those easily confused: I, L, O and U. */
export const TRIP_SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** The number of a trip, such as `T-7K2M4-9QX3B`. */
export const TRIP_NUMBER = new RegExp(`^T(?:-[${TRIP_SIGNS}]{5}){2}$`)
