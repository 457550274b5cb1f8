import { LiveCard } from './LiveCard.tsx'

/** A deal in a list. The server draws the same ones again and again, and keeps them. */
export const DealCard = import.meta.env.SSR ? (await import('./DrawnCard.tsx')).DrawnCard : LiveCard
