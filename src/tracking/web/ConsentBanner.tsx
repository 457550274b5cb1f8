import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { paths } from '#app/shared/paths.ts'
import { ConsentAnswers } from './ConsentAnswers.tsx'
import { useChoice } from './consent.ts'
import './consent.css'

/** Asks for consent without blocking the page; either answer takes one click. */
export function ConsentBanner() {
  const choice = useChoice()
  const banner = useRoomAtTheEnd()
  const isInBanner = () => banner.current?.contains(document.activeElement)

  async function answer(marketing: boolean) {
    const hadFocus = isInBanner()
    // Focus continues at the beginning of the page, where the banner was.
    if ((await choice.choose(marketing)) && hadFocus)
      document.getElementById('main')?.focus({ preventScroll: true })
  }

  return (
    <section ref={banner} className="consent" aria-label="Privacy choices">
      <div className="wrap consent-ask">
        <p className="consent-words">
          <strong>May we measure this visit?</strong> Only if you agree, advertising services hear
          which pages you open and whether you join. It shows us which advertisements work; the site
          is the same either way.{' '}
          <Link className="link" to={paths.privacyChoices()} discover="none">
            What exactly
          </Link>
        </p>
        <ConsentAnswers {...choice} choose={answer} />
      </div>
    </section>
  )
}

/**
 * Extends the document by the height of the banner, which covers the end of the window, and keeps focused
 * elements clear of it.
 */
function useRoomAtTheEnd() {
  const banner = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!banner.current) return
    const { style } = document.documentElement
    const observer = new ResizeObserver(([entry]) => {
      const height = entry?.borderBoxSize[0]?.blockSize ?? 0
      style.setProperty('--consent', `${Math.ceil(height)}px`)
    })
    observer.observe(banner.current)
    return () => {
      observer.disconnect()
      style.removeProperty('--consent')
    }
  }, [])
  return banner
}
