import { type ComponentType, useCallback, useEffect, useRef, useState } from 'react'
import type { CarouselMotion } from './CarouselMotion.tsx'

type Motion = ComponentType<Parameters<typeof CarouselMotion>[0]>

/** A row that is being scrolled is left alone until it has rested this long. */
const REST_MS = 250

/**
 * Loads the carousel code when somebody is about to move the row or has begun to: most visitors never do, and
 * until then the row scrolls.
 */
export function useMotion(view: HTMLElement | null) {
  const [Motion, setMotion] = useState<Motion>()
  const asked = useRef<Promise<boolean>>(undefined)

  /** Resolves to whether it has loaded. */
  const wake = useCallback((): Promise<boolean> => {
    asked.current ??= import('./CarouselMotion.tsx').then(
      ({ CarouselMotion }) => {
        setMotion(() => CarouselMotion)
        return true
      },
      (error) => {
        // Without it the row still scrolls, and the next press retries.
        console.error('Could not load the carousel', error)
        asked.current = undefined
        return false
      },
    )
    return asked.current
  }, [])

  useEffect(() => {
    if (!view) return
    let timer: ReturnType<typeof setTimeout>
    const onScroll = () => {
      clearTimeout(timer)
      timer = setTimeout(wake, REST_MS)
    }
    view.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      clearTimeout(timer)
      view.removeEventListener('scroll', onScroll)
    }
  }, [view, wake])

  return { Motion, wake }
}
