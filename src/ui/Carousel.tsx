import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  startTransition,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react'
import type { Embla } from './CarouselMotion.tsx'
import { useHydrated } from './use-hydrated.ts'
import { useMotion } from './use-motion.ts'

type Props = {
  label: string
  /** What its slides are, for the labels of the buttons. */
  what?: string
  size?: 'narrow' | 'close' | 'wide'
  /** Repeats only fill up the row; they are hidden from assistive technology. */
  slides: Array<{ key: string; isRepeat: boolean; content: ReactNode }>
  /** Shown beside the buttons. */
  heading: ReactNode
}

type Direction = 1 | -1

/** A looping carousel moved by buttons, arrow keys and swipes; it never moves by itself. */
export function Carousel({ label, what = 'deals', size, slides, heading }: Props) {
  const frame = useRef<HTMLDivElement>(null)
  const [view, setView] = useState<HTMLElement | null>(null)
  const { Motion, wake } = useMotion(view)
  const [embla, setEmbla] = useState<Embla>()
  /** The same as `embla`, but set at once: a press before the next render would be lost. */
  const ready = useRef<Embla>(undefined)
  const [spoken, setSpoken] = useState('')
  // Its buttons are disabled until scripts have loaded.
  const isAlive = useHydrated()
  const hasStops = view?.querySelector('a, button') != null
  /** A press that came before the carousel was ready. */
  const wish = useRef<Direction>(undefined)
  const count = slides.filter(({ isRepeat }) => !isRepeat).length

  // In a transition, because setting it during hydration would force the whole page to hydrate in one go.
  useEffect(() => startTransition(() => setView(frame.current)), [])

  const go = useCallback(
    (by: Embla, direction: Direction) => {
      if (direction > 0) by.scrollNext(isMotionUnwanted())
      else by.scrollPrev(isMotionUnwanted())
      setSpoken(`${(by.selectedScrollSnap() % count) + 1} of ${count}`)
    },
    [count],
  )

  const onReady = useCallback(
    (by: Embla | undefined) => {
      setEmbla(by)
      ready.current = by
      if (!by) return
      // The carousel starts at the slide that the row was scrolled to, so the row itself scrolls back.
      by.rootNode().scrollTo({ left: 0 })
      if (wish.current) go(by, wish.current)
      wish.current = undefined
    },
    [go],
  )

  function move(direction: Direction) {
    if (ready.current) return go(ready.current, direction)
    wish.current = direction
    void wake().then((isThere) => {
      if (isThere || !view) return
      wish.current = undefined
      const behavior = isMotionUnwanted() ? 'instant' : 'smooth'
      view.scrollBy({ left: direction * (view.clientWidth / 2), behavior })
    })
  }

  /** Touch scrolls the plain row; it becomes a carousel once the row rests. */
  function onPointerEnter({ pointerType }: PointerEvent) {
    if (pointerType !== 'touch') void wake()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    event.preventDefault()
    move(event.key === 'ArrowRight' ? 1 : -1)
  }

  return (
    <section
      aria-roledescription="carousel"
      aria-label={label}
      onKeyDown={onKeyDown}
      onFocus={() => void wake()}
      onPointerEnter={onPointerEnter}
    >
      {/* The buttons wrap below the heading only where it would have no room for a word. */}
      <div className="mb-8 flex flex-wrap items-end justify-between gap-x-3 gap-y-6">
        <div className="min-w-0 flex-1 basis-36">{heading}</div>
        <div className="flex shrink-0 gap-2">
          <button
            type="button"
            className="round"
            aria-label={`Previous ${what}`}
            disabled={!isAlive}
            onClick={() => move(-1)}
          >
            <Arrow path="M15 9H3m5-5L3 9l5 5" />
          </button>
          <button
            type="button"
            className="round"
            aria-label={`Next ${what}`}
            disabled={!isAlive}
            onClick={() => move(1)}
          >
            <Arrow path="M3 9h12m-5-5 5 5-5 5" />
          </button>
        </div>
      </div>
      {/* Until the carousel starts, the row scrolls; it is focusable itself if nothing in it is. */}
      <div
        ref={frame}
        className={embla ? 'carousel-view is-live' : 'carousel-view'}
        tabIndex={embla || (isAlive && hasStops) ? -1 : 0}
      >
        <div className="carousel-row" data-size={size}>
          {slides.map(({ key, isRepeat, content }, index) => (
            // biome-ignore lint/a11y/useSemanticElements: the carousel pattern requires role=group.
            <div
              key={key}
              className="carousel-slide"
              role="group"
              aria-roledescription="slide"
              aria-label={isRepeat ? undefined : `${index + 1} of ${count}`}
              aria-hidden={isRepeat || undefined}
            >
              {content}
            </div>
          ))}
        </div>
      </div>
      {view && Motion && <Motion view={view} onReady={onReady} />}
      <p className="sr" aria-live="polite">
        {spoken}
      </p>
    </section>
  )
}

function isMotionUnwanted(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}

function Arrow({ path }: { path: string }) {
  return (
    <svg viewBox="0 0 18 18" className="arrow" aria-hidden>
      <path d={path} />
    </svg>
  )
}
