type TrustedTypes = {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (address: string) => string },
  ) => { createScriptURL: (address: string) => string }
}

let started: Promise<ServiceWorkerRegistration | undefined> | undefined

/**
 * What runs beside our pages: it shows a page of ours when there is no network, and alerts. The page stands
 * without it. Undefined where a browser has none.
 */
export function startServiceWorker(): Promise<ServiceWorkerRegistration | undefined> {
  started ??= register().catch(() => undefined)
  return started
}

async function register() {
  if (!('serviceWorker' in navigator)) return
  return navigator.serviceWorker.register(address())
}

/** The one address of a script that text may become. */
function address(): string {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes }
  const rules = { createScriptURL: () => '/sw.js' }
  return trustedTypes?.createPolicy('service-worker', rules).createScriptURL('') ?? '/sw.js'
}

/** Once nothing else is wanted of the browser. */
export function startServiceWorkerLater(): () => void {
  const idle = window.requestIdleCallback ?? ((work: () => void) => setTimeout(work, 2000))
  const begin = () => idle(() => void startServiceWorker())
  if (document.readyState === 'complete') begin()
  else addEventListener('load', begin, { once: true })
  return () => removeEventListener('load', begin)
}
