import useEmblaCarousel from 'embla-carousel-react'
import { useEffect, useState } from 'react'

export type Embla = NonNullable<ReturnType<typeof useEmblaCarousel>[1]>

type Props = {
  /** The scroll container; the row is its only child. */
  view: HTMLElement
  onReady: (embla: Embla | undefined) => void
}

/** Turns a row into a looping carousel that starts at its scroll position. Renders nothing. */
export function CarouselMotion({ view, onReady }: Props) {
  const [startIndex] = useState(() => slideInView(view))
  const [setView, embla] = useEmblaCarousel({
    loop: true,
    align: 'start',
    skipSnaps: true,
    startIndex,
  })
  useEffect(() => setView(view), [setView, view])
  useEffect(() => onReady(embla), [onReady, embla])
  return null
}

/** The index of the focused slide, or else of the first one visible at the row's scroll position. */
function slideInView(view: HTMLElement): number {
  const slides = [...(view.firstElementChild?.children ?? [])] as HTMLElement[]
  const focused = slides.findIndex((slide) => slide.contains(document.activeElement))
  if (focused >= 0) return focused
  const from = view.getBoundingClientRect().left
  const distances = slides.map((slide) => Math.abs(slide.getBoundingClientRect().left - from))
  return Math.max(0, distances.indexOf(Math.min(...distances)))
}
