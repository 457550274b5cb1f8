import { type ComponentType, useEffect, useState } from 'react'
import type { CarouselMotion } from './CarouselMotion.tsx'

type Motion = ComponentType<Parameters<typeof CarouselMotion>[0]>

/** Rows below the fold are loaded for when somebody is about to reach them. */
const NEAR = '300px'
/** Whoever only looks needs nothing that moves. */
const SIGNS_OF_LIFE = ['pointermove', 'pointerdown', 'scroll', 'wheel'] as const

/**
 * What makes a carousel go round: there once somebody moves and its row is near the screen, and for whoever
 * uses the keyboard before its buttons can be reached.
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
    const watch = () => {
      for (const sign of SIGNS_OF_LIFE) removeEventListener(sign, watch)
      observer.observe(view)
    }
    const stop = () => {
      observer.disconnect()
      removeEventListener('keydown', load)
      removeEventListener('focusin', load)
      for (const sign of SIGNS_OF_LIFE) removeEventListener(sign, watch)
    }
    addEventListener('keydown', load)
    addEventListener('focusin', load)
    for (const sign of SIGNS_OF_LIFE) addEventListener(sign, watch, { passive: true })
    return stop
  }, [view])

  return Motion
}
