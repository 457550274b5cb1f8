type TrustedTypes = {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (address: string) => string },
  ) => { createScriptURL: (address: string) => string }
}

let started: Promise<ServiceWorkerRegistration | undefined> | undefined

/**
 * Registers the service worker, which serves the offline page and shows alerts. The page works without it.
 * Undefined if the browser does not support one.
 */
export function startServiceWorker(): Promise<ServiceWorkerRegistration | undefined> {
  started ??= register().catch(() => undefined)
  return started
}

async function register() {
  if (!('serviceWorker' in navigator)) return
  return navigator.serviceWorker.register(address())
}

/** The only script URL that the trusted types policy lets pass. */
function address(): string {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes }
  const rules = { createScriptURL: () => '/sw.js' }
  return trustedTypes?.createPolicy('service-worker', rules).createScriptURL('') ?? '/sw.js'
}

/** Registers it once the browser is idle. Returns the function that cancels this. */
export function startServiceWorkerLater(): () => void {
  const idle = window.requestIdleCallback ?? ((work: () => void) => setTimeout(work, 2000))
  const begin = () => idle(() => void startServiceWorker())
  if (document.readyState === 'complete') begin()
  else addEventListener('load', begin, { once: true })
  return () => removeEventListener('load', begin)
}
