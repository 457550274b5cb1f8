import { describe, expect, test } from 'vitest'
import { openBrowser } from '#test/support/browser.ts'
import { useTestApp } from '#test/support/test-app.ts'
import { requireCsrfToken } from './csrf.ts'
import type { Http } from './http.ts'

const app = useTestApp({
  extend: (http: Http, ctx) => {
    http.post('/api/guarded', { config: { access: 'everyone' } }, async (request) => {
      requireCsrfToken(ctx, request)
      return { success: true }
    })
  },
})

const REFUSED = {
  error: 'Security initialization failed. Please refresh the page and try again.',
  code: 'csrf',
}

describe('the token of our own pages', () => {
  test('stays the same for a browser, and is not what its cookie says', async () => {
    const browser = openBrowser(app)
    const tokens = []
    for (let times = 0; times < 3; times += 1) {
      tokens.push((await browser.get('/api/csrf-token')).json().csrfToken)
    }
    expect(new Set(tokens).size).toBe(1)
    expect(tokens[0]).not.toBe(browser.cookies.get('csrf'))
    expect((await browser.postWithToken('/api/guarded', {})).statusCode).toBe(200)
  })

  test('is kept by no cache, and its cookie by no script', async () => {
    const response = await openBrowser(app).get('/api/csrf-token')
    expect(response.headers['cache-control']).toBe('private, no-store')
    expect(response.cookies).toMatchObject([{ httpOnly: true, sameSite: 'Lax', path: '/' }])
  })

  test('is of no use to another browser, or without its cookie', async () => {
    const [mine, theirs] = [openBrowser(app), openBrowser(app)]
    const { csrfToken } = (await mine.get('/api/csrf-token')).json()
    await theirs.get('/api/csrf-token')
    for (const browser of [theirs, openBrowser(app)]) {
      const headers = { 'x-csrf-token': csrfToken }
      const response = await browser.post('/api/guarded', {}, { headers })
      expect([response.statusCode, response.json()]).toMatchObject([403, REFUSED])
    }
  })

  test('does not follow from a cookie that somebody planted with its own text', async () => {
    const planted = 'x'.repeat(43)
    const browser = openBrowser(app, `csrf=${planted}`)
    const headers = { 'x-csrf-token': planted }
    expect((await browser.post('/api/guarded', {}, { headers })).statusCode).toBe(403)
  })

  test.each(['', 'x', 'é'.repeat(43), 'x'.repeat(5000)])('%j is none', async (token) => {
    const browser = openBrowser(app)
    await browser.get('/api/csrf-token')
    const headers = { 'x-csrf-token': token }
    expect((await browser.post('/api/guarded', {}, { headers })).statusCode).toBe(403)
  })
})
