/** For whom a route of the back office is; an owner may do everything. */
export const CURATORS = { access: 'admin', roles: ['curator'] } as const
export const ANALYSTS = { access: 'admin', roles: ['analyst'] } as const
export const CURATORS_AND_ANALYSTS = { access: 'admin', roles: ['curator', 'analyst'] } as const
/** Owners alone. */
export const OWNERS = { access: 'admin', roles: [] } as const
