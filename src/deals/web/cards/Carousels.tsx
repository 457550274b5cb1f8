import { useCarousels } from './carousels.ts'
import { LiveCarouselRow } from './LiveCarouselRow.tsx'

/** The server draws the same ones again and again, and keeps them. */
const CarouselRow = import.meta.env.SSR
  ? (await import('./DrawnCarouselRow.tsx')).DrawnCarouselRow
  : LiveCarouselRow

type Props = { className: string; isFirst?: boolean }

/** The rows that the curator has put together. */
export function Carousels({ className, isFirst = false }: Props) {
  return useCarousels().map(({ number, ...row }, index) => (
    <CarouselRow key={number} {...row} className={className} isEager={isFirst && index === 0} />
  ))
}
