// What runs in a browser beside our pages. It keeps built files, whose names change with their content, and one page for
// when there is no network. Never an answer about anybody: pages and calls always go to the server.

const OFFLINE = '/offline'
/** Of the offline page and what it is drawn with; and of what other pages were drawn with. */
const CACHES = { offline: 'offline-2', files: 'files-1' }
const MOST_FILES = 150

self.addEventListener('install', (event) => event.waitUntil(keepOffline()))
self.addEventListener('activate', (event) => event.waitUntil(begin()))
self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== location.origin) return
  if (request.mode === 'navigate') event.respondWith(openPage(event))
  else if (url.pathname.startsWith('/assets/')) event.respondWith(readFile(request))
})
self.addEventListener('push', (event) => event.waitUntil(show(event.data)))
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event)))
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data?.path))
})

/** Asked for as nobody, so that nothing about anybody is in it. */
async function keepOffline() {
  const page = await fetch(OFFLINE, { credentials: 'omit', cache: 'no-store' })
  if (!page.ok) throw new Error('There is no page for when there is no network.')
  const text = await page.clone().text()
  const files = new Set([...text.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, file]) => file))
  const cache = await caches.open(CACHES.offline)
  await cache.put(OFFLINE, page)
  await cache.addAll([...files])
  await self.skipWaiting()
}

async function begin() {
  const known = Object.values(CACHES)
  for (const name of await caches.keys()) if (!known.includes(name)) await caches.delete(name)
  await self.registration.navigationPreload?.enable()
  await self.clients.claim()
}

async function openPage(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request))
  } catch {
    return (await caches.match(OFFLINE)) ?? Response.error()
  }
}

async function readFile(request) {
  const kept = await caches.match(request.url)
  if (kept) return kept
  const response = await fetch(request)
  // A file that is missing or half there is not kept.
  if (response.status === 200 && response.type === 'basic')
    await keep(request.url, response.clone())
  return response
}

async function keep(address, response) {
  const cache = await caches.open(CACHES.files)
  // A full disk keeps nobody from the page.
  await cache.put(address, response).catch(() => {})
  const oldest = (await cache.keys()).slice(0, -MOST_FILES)
  for (const each of oldest) await cache.delete(each)
}

/** A message that cannot be read still has to show something: browsers take the permission back otherwise. */
async function show(data) {
  let message = {}
  try {
    message = data?.json() ?? {}
  } catch {}
  const { title = 'Something new', body = '', path = '/inbox', tag } = message
  await self.registration.showNotification(String(title), {
    body: String(body),
    icon: '/icon-192.png',
    ...(tag ? { tag: String(tag) } : {}),
    data: { path: String(path) },
  })
}

/** The browser's push service has given it another address: alerts go there from now on, while somebody is signed in. */
async function renew({ oldSubscription, newSubscription }) {
  const options = oldSubscription?.options
  const subscription =
    newSubscription ?? (options && (await self.registration.pushManager.subscribe(options)))
  if (!subscription) return
  const { endpoint, keys } = subscription.toJSON()
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  await fetch('/api/push/devices', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth }, timeZone }),
  })
}

async function open(path) {
  const url = new URL(path ?? '/inbox', location.origin)
  const address = url.origin === location.origin ? url.href : `${location.origin}/inbox`
  const [tab] = await self.clients.matchAll({ type: 'window' })
  if (!tab) return self.clients.openWindow(address)
  await tab.focus()
  await tab.navigate(address)
}
