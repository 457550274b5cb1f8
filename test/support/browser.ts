import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import type { TestApp } from './test-app.ts'

type Send = (url: string, payload?: object) => Promise<LightMyRequestResponse>

export type Browser = {
  /** Its cookies by name. */
  cookies: Map<string, string>
  get: (url: string) => Promise<LightMyRequestResponse>
  post: (url: string, payload?: object, options?: InjectOptions) => Promise<LightMyRequestResponse>
  put: Send
  patch: Send
  delete: Send
  /** Like `post`, with the CSRF token that our pages send along. */
  postWithToken: (url: string, payload: object) => Promise<LightMyRequestResponse>
}

/** A browser without rendering: it keeps cookies and sends them back. */
export function openBrowser(app: TestApp, cookie = '', ip = '203.0.113.50'): Browser {
  const cookies = new Map<string, string>()
  for (const pair of cookie.split('; ').filter(Boolean)) {
    cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
  }

  async function send(options: InjectOptions): Promise<LightMyRequestResponse> {
    const sent = [...cookies].map((pair) => pair.join('=')).join('; ')
    const response = await app.inject({
      remoteAddress: ip,
      ...options,
      headers: { ...(sent ? { cookie: sent } : {}), ...options.headers },
    })
    for (const { name, value, expires } of response.cookies) {
      if (expires && expires.getTime() <= 0) cookies.delete(name)
      else cookies.set(name, value)
    }
    return response
  }

  const post: Browser['post'] = (url, payload = {}, options = {}) =>
    send({ method: 'POST', url, payload, ...options })
  return {
    cookies,
    get: (url) => send({ url }),
    post,
    put: (url, payload = {}) => send({ method: 'PUT', url, payload }),
    patch: (url, payload = {}) => send({ method: 'PATCH', url, payload }),
    delete: (url, payload) => send({ method: 'DELETE', url, ...(payload && { payload }) }),
    async postWithToken(url, payload) {
      const { csrfToken } = (await send({ url: '/api/csrf-token' })).json()
      return post(url, payload, { headers: { 'x-csrf-token': csrfToken } })
    },
  }
}
