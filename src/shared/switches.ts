/** What an owner can turn off for a while, besides mail streams. */
export const SWITCHES = ['price-checks', 'sign-up', 'joining'] as const
export type SwitchName = (typeof SWITCHES)[number]

/** The ways in that can be closed. */
export const DOORS = ['sign-up', 'joining'] as const
export type Door = (typeof DOORS)[number]
