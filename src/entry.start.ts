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

/**
 * Enter in a form whose button waits for the scripts would do nothing: it counts once the button can be pressed,
 * unless something else is typed meanwhile.
 */
function onEarlyEnter({ key, target }: KeyboardEvent) {
  const form = key === 'Enter' && target instanceof HTMLInputElement ? target.form : null
  const button = form?.querySelector<HTMLButtonElement>('button[type=submit]:disabled')
  if (!form || !button || document.documentElement.dataset.live !== undefined) return
  const waiting = new MutationObserver(() => {
    if (button.disabled) return
    waiting.disconnect()
    form.requestSubmit()
  })
  waiting.observe(button, { attributeFilter: ['disabled'] })
  form.addEventListener('input', () => waiting.disconnect(), { once: true })
}
document.addEventListener('keydown', onEarlyEnter)

// Nothing is drawn in a tab that nobody looks at.
if (document.hidden) start()
new PerformanceObserver(start).observe({ type: 'paint', buffered: true })
setTimeout(start, LONGEST_WAIT_MS)
