import { setTimeout as delay } from 'node:timers/promises'

/** Signs in to the back office of a bench's server with its password. Returns functions for its calls. */
export async function openAdminCalls(url: string, password: string) {
  const headers = { 'content-type': 'application/json', origin: url }
  const body = JSON.stringify({ password })
  // The server listens shortly before a new password takes effect.
  await delay(1000)
  const opened = await fetch(`${url}/api/admin/session`, { method: 'POST', headers, body })
  if (!opened.ok) throw new Error(`Opening the back office answered ${opened.status}.`)
  const cookie = opened.headers.getSetCookie().map((line) => line.split(';')[0])
  const ask = async (path: string, init: RequestInit) => {
    const response = await fetch(`${url}${path}`, {
      ...init,
      headers: { ...headers, cookie: cookie.join('; ') },
    })
    if (!response.ok)
      throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
    return response
  }
  return {
    get: async (path: string) => (await ask(path, {})).json(),
    text: async (path: string) => (await ask(path, {})).text(),
    post: async (path: string, sent: object) =>
      (await ask(path, { method: 'POST', body: JSON.stringify(sent) })).json(),
  }
}
