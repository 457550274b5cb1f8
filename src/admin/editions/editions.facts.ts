/** As whom an edition can be seen before it is out. */
export const SEEN_AS = ['visitor', 'free', 'member', 'past-due'] as const
export type SeenAs = (typeof SEEN_AS)[number]
