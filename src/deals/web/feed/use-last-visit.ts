import { useEffect, useState } from 'react'
import { browserStorage } from '#app/web/browser-storage.ts'
import { visitNow } from './last-visit.rules.ts'

const KEY = 'feed-visit'

/**
 * The publication time of the newest deal at this browser's last visit: later deals are new. Null on the first
 * visit, and before hydration, because pages are shared. `newest` is the publication time of the newest deal of
 * the feed; undefined when the top of the feed is not on the page.
 */
export function useLastVisit(newest: string | undefined): string | null {
  const [mark, setMark] = useState<string | null>(null)

  useEffect(() => {
    if (newest === undefined) return
    const goOn = () => {
      const visit = visitNow(browserStorage.readJson(KEY), newest, Date.now())
      browserStorage.writeJson(KEY, visit)
      return visit
    }
    setMark(goOn().mark)
    // Reading prolongs the visit, so it is stored again when the page is hidden.
    const onHidden = () => {
      if (document.visibilityState === 'hidden') goOn()
    }
    document.addEventListener('visibilitychange', onHidden)
    return () => document.removeEventListener('visibilitychange', onHidden)
  }, [newest])

  return mark
}
