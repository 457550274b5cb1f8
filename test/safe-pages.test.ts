import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { createDeal, createMember, createPerson, PASSWORD } from '#test/support/factories.ts'
import { usePages } from '#test/support/use-pages.ts'

const { app, page } = usePages()

describe('pages', () => {
  test('a page holds no inline script or style, and its policy refuses them', async () => {
    const { body, headers } = await page('/daily-deals')
    expect(body).not.toMatch(
      / style=|<style|<script(?![^>]*(src=|type="application\/(ld\+)?json"))/,
    )
    expect(headers['content-security-policy']).toContain("script-src 'self';")
    expect(headers['content-security-policy']).toContain("style-src 'self';")
    expect(headers['content-security-policy']).toContain("img-src 'self' https://pictures.example")
    expect(headers['cache-control']).toBe('private, no-store')
  })

  test('a name cannot break out of the page it stands in', async () => {
    const member = await createMember(app.ctx)
    const { id } = await createDeal(app.ctx, {
      brandName: '</script><script>alert(1)//',
      productName: '"><img src=x onerror=alert(2)>',
    })
    for (const url of [`/deal/${id}`, '/daily-deals']) {
      const { body } = await page(url, member.cookie)
      expect(body).not.toContain('<script>alert(1)')
      expect(body).not.toContain('<img src=x')
    }
  })

  test('addresses are made from our own origin, whatever a request claims to be for', async () => {
    const { body } = await app.inject({
      url: '/daily-deals?utm_source=x',
      headers: { 'x-forwarded-host': 'evil.example', 'x-original-url': '/admin' },
    })
    expect(body).not.toContain('evil.example')
    expect(body).toContain(
      `<link rel="canonical" href="${app.ctx.config.http.publicUrl}/daily-deals">`,
    )
  })

  test('signing in by a plain form sets the cookie and leads to the deals; a wrong password is a 401 page', async () => {
    const person = await createPerson(app.ctx)
    const send = (password: string) =>
      app.inject({
        method: 'POST',
        url: '/sign-in',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({ email: person.email.toUpperCase(), password }).toString(),
      })
    const wrong = await send('wrong')
    expect(wrong.statusCode).toBe(401)
    expect(wrong.body).toContain('Invalid email or password')
    expect(wrong.headers['set-cookie']).toBeUndefined()
    const right = await send(PASSWORD)
    expect(right.statusCode).toBe(302)
    expect(right.headers.location).toBe('/daily-deals')
    expect(String(right.headers['set-cookie'])).toContain('session=')
  })

  test('an address that could be read as that of another machine leads to none and breaks nothing', async () => {
    const member = await createMember(app.ctx)
    await app.http.listen({ host: '127.0.0.1', port: 0 })
    const { port } = app.http.server.address() as AddressInfo
    const paths = ['/\\', '/\\[', '/.//', '/\\evil.example//evil.example', '/.//evil.example/']
    for (const path of paths) {
      for (const headers of [{}, { cookie: member.cookie }]) {
        // Sends the path as written: other clients would normalize it first.
        const request = get({ port, path, headers, host: '127.0.0.1', agent: false })
        const [response] = (await once(request, 'response')) as [IncomingMessage]
        expect(response.statusCode, path).toBeLessThan(500)
        const answer = JSON.stringify(response.headers) + (await text(response))
        expect(answer).not.toContain('evil.example')
      }
    }
  })

  test('a page takes a form or an empty one, and nothing else', async () => {
    const post = (headers: Record<string, string>, payload?: string) =>
      app.inject({ method: 'POST', url: '/sign-in', headers, ...(payload ? { payload } : {}) })
    expect((await post({})).statusCode).toBe(400)
    const json = await post({ 'content-type': 'application/json' }, '{"email":"a@b.test"}')
    expect([json.statusCode, json.json().code]).toEqual([415, 'unsupported-media-type'])
  })

  test('a form from another site is refused', async () => {
    const refused = await app.inject({
      method: 'POST',
      url: '/sign-in',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'sec-fetch-site': 'cross-site',
      },
      payload: 'email=a%40b.test&password=x',
    })
    expect(refused.statusCode).toBe(403)
  })

  test('only files named after their content are public', async () => {
    const { body } = await page('/')
    const script = /src="(\/assets\/[^"]+\.js)"/.exec(body)?.[1] ?? ''
    const file = await app.inject({ url: script, headers: { 'accept-encoding': 'br' } })
    expect(file.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(file.headers['content-encoding']).toBe('br')
    expect(file.headers['set-cookie']).toBeUndefined()
    const icon = await app.inject({ url: '/favicon.svg' })
    expect(icon.headers['cache-control']).toBe('public, max-age=86400')
  })

  test('the way out asks for nothing while it is rendered, and tells no retailer where people came from', async () => {
    const member = await createMember(app.ctx)
    const { id } = await createDeal(app.ctx)
    const { body, headers } = await page(`/track?deal_id=${id}&click_type=deal-card`, member.cookie)
    expect(body).toContain('Loading...')
    expect(headers['referrer-policy']).toBe('no-referrer')
    expect(await app.db.selectFrom('clicks').selectAll().execute()).toEqual([])
  })
})
