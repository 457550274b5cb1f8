import type { LightMyRequestResponse } from 'fastify'
import { openBrowser } from '#test/browser.ts'
import { PASSWORD } from '#test/factories.ts'
import type { TestApp } from '#test/test-app.ts'

let networks = 0

/** Deletes the account as the page does it. A browser of its own on a network of its own. */
export async function leave(
  app: TestApp,
  { cookie }: { cookie: string },
  password: string = PASSWORD,
): Promise<LightMyRequestResponse> {
  networks += 1
  const ip = `192.0.2.${networks % 250}`
  const browser = openBrowser(app, cookie, ip)
  const { csrfToken } = (await browser.get('/api/csrf-token')).json()
  return app.inject({
    method: 'DELETE',
    url: '/api/account',
    remoteAddress: ip,
    headers: {
      cookie: [...browser.cookies].map((pair) => pair.join('=')).join('; '),
      'x-csrf-token': csrfToken,
    },
    payload: { password },
  })
}

export const outcome = (response: LightMyRequestResponse) =>
  `${response.statusCode} ${response.json().code ?? ''}`.trim()
