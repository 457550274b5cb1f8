import { LiveCard } from './LiveCard.tsx'

/** A deal in a list. The server renders the same cards repeatedly, so it caches them. */
export const DealCard = import.meta.env.SSR ? (await import('./DrawnCard.tsx')).DrawnCard : LiveCard
