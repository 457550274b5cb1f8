import { type ComponentType, useEffect, useState } from 'react'
import type { CarouselMotion } from './CarouselMotion.tsx'

type Motion = ComponentType<Parameters<typeof CarouselMotion>[0]>

/** Rows below the fold are loaded for when somebody is about to reach them. */
const NEAR = '300px'

/**
 * What makes a carousel go round: there when its row comes near the screen, and for whoever uses the
 * keyboard before its buttons can be reached.
 */
export function useMotion(view: HTMLElement | null): Motion | undefined {
  const [Motion, setMotion] = useState<Motion>()

  useEffect(() => {
    if (!view) return
    const load = () => {
      stop()
      import('./CarouselMotion.tsx').then(
        ({ CarouselMotion }) => setMotion(() => CarouselMotion),
        // Without it the row still scrolls.
        (error) => console.error('Could not load the carousel', error),
      )
    }
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) load()
      },
      { rootMargin: NEAR },
    )
    const stop = () => {
      observer.disconnect()
      removeEventListener('keydown', load)
    }
    observer.observe(view)
    addEventListener('keydown', load)
    return stop
  }, [view])

  return Motion
}
