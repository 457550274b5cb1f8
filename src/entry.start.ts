/** In milliseconds. A page that is slow to paint is started all the same. */
const LONGEST_WAIT_MS = 2000

let isStarted = false
/** The form in which Enter was pressed before the page was hydrated. */
let pressed: HTMLFormElement | undefined

/**
 * The only script in the head of every page. Pages work without scripts, so what they need for painting loads
 * first and the scripts for hydration after that.
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
 * Enter does nothing in a form whose button is disabled until hydration: it is remembered and takes effect
 * once the button is enabled, unless something else is typed meanwhile.
 */
function onEarlyEnter({ key, target }: KeyboardEvent) {
  const form = key === 'Enter' && target instanceof HTMLInputElement ? target.form : null
  const button = form?.querySelector<HTMLButtonElement>('button[type=submit]:disabled')
  const isLive = document.documentElement.dataset.live !== undefined
  if (!form || !button || isLive || form === pressed) return
  pressed = form
  const waiting = new MutationObserver(() => {
    if (button.disabled) return
    forget()
    form.requestSubmit()
  })
  function forget() {
    waiting.disconnect()
    pressed = undefined
  }
  waiting.observe(button, { attributeFilter: ['disabled'] })
  form.addEventListener('input', forget, { once: true })
}
document.addEventListener('keydown', onEarlyEnter)

// A hidden tab never paints.
if (document.hidden) start()
new PerformanceObserver(start).observe({ type: 'paint', buffered: true })
setTimeout(start, LONGEST_WAIT_MS)
