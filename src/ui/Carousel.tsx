import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react'
import type { Embla } from './CarouselMotion.tsx'
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

/** A row that goes round: buttons, arrow keys and swipe; it never moves by itself. */
export function Carousel({ label, what = 'deals', size, slides, heading }: Props) {
  const [view, setView] = useState<HTMLElement | null>(null)
  const Motion = useMotion(view)
  const [embla, setEmbla] = useState<Embla>()
  const [spoken, setSpoken] = useState('')
  const count = slides.filter(({ isRepeat }) => !isRepeat).length

  useEffect(() => {
    // Whoever scrolled the row before scripts were there starts from its beginning again.
    embla?.rootNode().scrollTo({ left: 0 })
  }, [embla])

  function move(direction: 1 | -1) {
    if (!embla) return
    const isAtOnce = matchMedia('(prefers-reduced-motion: reduce)').matches
    if (direction > 0) embla.scrollNext(isAtOnce)
    else embla.scrollPrev(isAtOnce)
    setSpoken(`${(embla.selectedScrollSnap() % count) + 1} of ${count}`)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    event.preventDefault()
    move(event.key === 'ArrowRight' ? 1 : -1)
  }

  return (
    <section aria-roledescription="carousel" aria-label={label} onKeyDown={onKeyDown}>
      {/* The buttons go below only where the heading would have no room for a word. */}
      <div className="mb-8 flex flex-wrap items-end justify-between gap-x-3 gap-y-6">
        <div className="min-w-0 flex-1 basis-36">{heading}</div>
        <div className="flex shrink-0 gap-2">
          <button
            type="button"
            className="round"
            aria-label={`Previous ${what}`}
            disabled={!embla}
            onClick={() => move(-1)}
          >
            <Arrow path="M15 9H3m5-5L3 9l5 5" />
          </button>
          <button
            type="button"
            className="round"
            aria-label={`Next ${what}`}
            disabled={!embla}
            onClick={() => move(1)}
          >
            <Arrow path="M3 9h12m-5-5 5 5-5 5" />
          </button>
        </div>
      </div>
      {/* Until it goes round it is a row that scrolls, for the keyboard too. */}
      <div
        ref={setView}
        className={embla ? 'carousel-view is-live' : 'carousel-view'}
        tabIndex={embla ? undefined : 0}
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
      {view && Motion && <Motion view={view} onReady={setEmbla} />}
      <p className="sr" aria-live="polite">
        {spoken}
      </p>
    </section>
  )
}

function Arrow({ path }: { path: string }) {
  return (
    <svg viewBox="0 0 18 18" className="arrow" aria-hidden>
      <path d={path} />
    </svg>
  )
}
