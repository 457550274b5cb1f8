import useEmblaCarousel from 'embla-carousel-react'
import { useEffect } from 'react'

export type Embla = NonNullable<ReturnType<typeof useEmblaCarousel>[1]>

type Props = {
  /** The element whose only child is the row. */
  view: HTMLElement
  onReady: (embla: Embla | undefined) => void
}

/** Makes a row go round. It shows nothing itself. */
export function CarouselMotion({ view, onReady }: Props) {
  const [setView, embla] = useEmblaCarousel({ loop: true, align: 'start', skipSnaps: true })
  useEffect(() => setView(view), [setView, view])
  useEffect(() => onReady(embla), [onReady, embla])
  return null
}
