/** A page that is slow to be drawn becomes live all the same. */
const LONGEST_WAIT_MS = 2000

let isStarted = false

/**
 * What the head of every page names as its only script. A page is whole without scripts: what it is
 * drawn with goes over the network first, and only then what makes it live.
 */
function start() {
  if (isStarted) return
  isStarted = true
  const scripts = document.getElementById('state')?.dataset.scripts?.split(' ') ?? []
  for (const href of scripts) {
    const link = document.createElement('link')
    document.head.append(Object.assign(link, { rel: 'modulepreload', fetchPriority: 'low', href }))
  }
  const [entry] = scripts
  if (entry) import(/* @vite-ignore */ entry).catch((error) => console.error(error))
}

// Nothing is drawn in a tab that nobody looks at.
if (document.hidden) start()
new PerformanceObserver(start).observe({ type: 'paint', buffered: true })
setTimeout(start, LONGEST_WAIT_MS)
