import { multipart } from '#test/support/multipart.ts'

type Files = Parameters<typeof multipart>[1]
export type BackOffice = Awaited<ReturnType<typeof openBackOffice>>

/** Signs in to the back office of a server in another process. */
export async function openBackOffice(url: string, password: string) {
  const jar = new Map<string, string>()
  const cookieNow = () => [...jar].map((pair) => pair.join('=')).join('; ')
  const ask = async (path: string, { headers, ...init }: RequestInit = {}) => {
    const own = { origin: url, cookie: cookieNow(), ...(headers as Record<string, string>) }
    const response = await fetch(url + path, { ...init, headers: own })
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = line.split(';')[0]?.split('=') ?? []
      jar.set(name, value)
    }
    return response
  }
  const postJson = (path: string, body: object) =>
    ask(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const opened = await postJson('/api/admin/session', { password })
  if (!opened.ok) throw new Error(`Opening the back office answered ${opened.status}.`)
  const { csrfToken } = (await (await ask('/api/csrf-token')).json()) as { csrfToken: string }

  return {
    /** Returns the browser's cookie header. */
    cookie: cookieNow,
    get: async (path: string) => (await ask(path)).json(),
    post: (path: string, body: object = {}) => postJson(path, body),
    /** Sends a form with files, as the browser does. */
    send: (path: string, fields: Record<string, string>, files: Files, headers = {}) => {
      const form = multipart(fields, files)
      const all = { ...form.headers, 'x-csrf-token': csrfToken, ...headers }
      return ask(path, { method: 'POST', headers: all, body: form.payload })
    },
  }
}
