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
  /** What its slides are, for the names of the buttons. */
  what?: string
  size?: 'narrow' | 'close' | 'wide'
  /** Repeats only fill the row: they are hidden from assistive technology. */
  slides: Array<{ key: string; isRepeat: boolean; content: ReactNode }>
  /** Stands beside the buttons. */
  heading: ReactNode
}

type Direction = 1 | -1

/** A row that goes round: buttons, arrow keys and swipe; it never moves by itself. */
export function Carousel({ label, what = 'deals', size, slides, heading }: Props) {
  const frame = useRef<HTMLDivElement>(null)
  const [view, setView] = useState<HTMLElement | null>(null)
  const { Motion, wake } = useMotion(view)
  const [embla, setEmbla] = useState<Embla>()
  /** The same at once: a press that comes before it is drawn anew would be lost. */
  const ready = useRef<Embla>(undefined)
  const [spoken, setSpoken] = useState('')
  // Before scripts are there its buttons could do nothing.
  const isAlive = useHydrated()
  const hasStops = view?.querySelector('a, button') != null
  /** Pressed before it could go round. */
  const wish = useRef<Direction>(undefined)
  const count = slides.filter(({ isRepeat }) => !isRepeat).length

  // Not as it comes into the page: all that page would have to be finished for it, in one go.
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
      // It stands where the row was scrolled to, by itself.
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

  /** A finger scrolls the row as it is; it goes round once that rests. */
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
      {/* The buttons go below only where the heading would have no room for a word. */}
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
      {/* Until it goes round it is a row that scrolls, for the keyboard too where nothing in it takes it. */}
      <div
        ref={frame}
        className={embla ? 'carousel-view is-live' : 'carousel-view'}
        tabIndex={embla || (isAlive && hasStops) ? -1 : 0}
      >
        <div className="carousel-row" data-size={size}>
          {slides.map(({ key, isRepeat, content }, index) => (
            // biome-ignore lint/a11y/useSemanticElements: the carousel pattern makes it a group.
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
