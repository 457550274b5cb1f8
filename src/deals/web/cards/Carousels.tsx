import { useCarousels } from './carousels.ts'
import { LiveCarouselRow } from './LiveCarouselRow.tsx'

/** The server renders the same rows repeatedly, so it caches them. */
const CarouselRow = import.meta.env.SSR
  ? (await import('./DrawnCarouselRow.tsx')).DrawnCarouselRow
  : LiveCarouselRow

type Props = { className: string; isFirst?: boolean }

/** The carousels set up by curators. */
export function Carousels({ className, isFirst = false }: Props) {
  return useCarousels().map(({ number, ...row }, index) => (
    <CarouselRow key={number} {...row} className={className} isEager={isFirst && index === 0} />
  ))
}
