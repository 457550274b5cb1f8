/** A page that is slow to be drawn becomes live all the same. */
const LONGEST_WAIT_MS = 2000

let isStarted = false
/** In which Enter was pressed before the page was alive. */
let pressed: HTMLFormElement | undefined

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

// Nothing is drawn in a tab that nobody looks at.
if (document.hidden) start()
new PerformanceObserver(start).observe({ type: 'paint', buffered: true })
setTimeout(start, LONGEST_WAIT_MS)
