/** The viewers as whom an edition can be previewed. */
export const SEEN_AS = ['visitor', 'free', 'member', 'past-due'] as const
export type SeenAs = (typeof SEEN_AS)[number]
