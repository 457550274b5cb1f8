/** Why a deal has ended. */
export const ENDED_REASONS = ['time', 'sold-out', 'gone', 'price-up', 'withdrawn'] as const
export type EndedReason = (typeof ENDED_REASONS)[number]

/** Those that a person may give: the end of its own time comes by itself. */
export const REASONS_TO_END = ['sold-out', 'gone', 'price-up', 'withdrawn'] as const
export type ReasonToEnd = (typeof REASONS_TO_END)[number]

/** Each in a word or two, before `since Friday`. */
export const ENDED_WORDS: Record<EndedReason, string> = {
  time: 'Ended',
  'sold-out': 'Sold out',
  gone: 'Gone from the shop',
  'price-up': 'Back at full price',
  withdrawn: 'Taken back',
}

/** What people see of a deal's life; drafts and scheduled deals do not exist for them. */
export const SHOWN_STATES = ['live', 'ended'] as const

/** The whole of it, for the back office. */
export const LIFE_STATES = ['draft', 'scheduled', ...SHOWN_STATES] as const
export type LifeState = (typeof LIFE_STATES)[number]

/** Search engines are told to forget a deal that ended so long ago. */
export const ENDED_SHOWN_DAYS = 30
