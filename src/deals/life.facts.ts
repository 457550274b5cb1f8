/** Why a deal has ended. */
export const ENDED_REASONS = ['time', 'sold-out', 'gone', 'price-up', 'withdrawn'] as const
export type EndedReason = (typeof ENDED_REASONS)[number]

/** Reasons that a person may choose; `time` happens by the clock. */
export const REASONS_TO_END = ['sold-out', 'gone', 'price-up', 'withdrawn'] as const
export type ReasonToEnd = (typeof REASONS_TO_END)[number]

/** Short wordings, used before `since Friday`. */
export const ENDED_WORDS: Record<EndedReason, string> = {
  time: 'Ended',
  'sold-out': 'Sold out',
  gone: 'Gone from the shop',
  'price-up': 'Back at full price',
  withdrawn: 'Taken back',
}

/** The states visible outside the back office; drafts and scheduled deals are not. */
export const SHOWN_STATES = ['live', 'ended'] as const

/** All states, for the back office. */
export const LIFE_STATES = ['draft', 'scheduled', ...SHOWN_STATES] as const
export type LifeState = (typeof LIFE_STATES)[number]

/** Days after which search engines are told to forget an ended deal. */
export const ENDED_SHOWN_DAYS = 30
