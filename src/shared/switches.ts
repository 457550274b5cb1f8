/** What an owner can turn off for a while, besides streams of mail. */
export const SWITCHES = ['price-checks', 'sign-up', 'joining'] as const
export type SwitchName = (typeof SWITCHES)[number]

/** What people come in by. */
export const DOORS = ['sign-up', 'joining'] as const
export type Door = (typeof DOORS)[number]
