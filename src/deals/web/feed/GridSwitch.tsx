import { useEffect, useState } from 'react'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { isBrowser } from '#app/web/browser.ts'
import { browserStorage } from '#app/web/browser-storage.ts'

const KEY = 'feed-grid'
const DENSE = 'dense'

// Applied before hydration, so that the restored scroll position fits the layout.
if (isBrowser && browserStorage.read(KEY) === DENSE) document.documentElement.dataset.grid = DENSE

/** Switches between one and two columns on phones, three and four on wide screens; stored in the browser. */
export function GridSwitch() {
  const isHydrated = useHydrated()
  const [isDense, setIsDense] = useState(false)

  useEffect(() => setIsDense(document.documentElement.dataset.grid === DENSE), [])

  function turn() {
    const { dataset } = document.documentElement
    if (isDense) {
      delete dataset.grid
      browserStorage.remove(KEY)
    } else {
      dataset.grid = DENSE
      browserStorage.write(KEY, DENSE)
    }
    setIsDense(!isDense)
  }

  return (
    <button
      type="button"
      className="grid-switch"
      aria-pressed={isDense}
      hidden={!isHydrated}
      onClick={turn}
    >
      Smaller pictures
    </button>
  )
}
