import { useEffect, useState } from 'react'
import { browserStorage } from '#app/web/browser-storage.ts'
import { visitNow } from './last-visit.rules.ts'

const KEY = 'feed-visit'

/**
 * When the newest deal came that this browser's last visit saw: what came later is new since then.
 * Null at the first visit, and until scripts are there: a page may be anybody's. `newest` is when
 * the newest deal of the feed came; undefined where the top of the feed is not on the page.
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
    // Reading is part of the visit: it ends when the page is left.
    const onHidden = () => {
      if (document.visibilityState === 'hidden') goOn()
    }
    document.addEventListener('visibilitychange', onHidden)
    return () => document.removeEventListener('visibilitychange', onHidden)
  }, [newest])

  return mark
}
