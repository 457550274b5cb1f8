/** The roles that may use a route; an owner may use all of them. */
export const CURATORS = { access: 'admin', roles: ['curator'] } as const
export const ANALYSTS = { access: 'admin', roles: ['analyst'] } as const
export const CURATORS_AND_ANALYSTS = { access: 'admin', roles: ['curator', 'analyst'] } as const
/** Only owners. */
export const OWNERS = { access: 'admin', roles: [] } as const
