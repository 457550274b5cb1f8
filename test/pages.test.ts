import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { announce } from '#app/server/live.ts'
import { site } from '#app/web/site.ts'
import { createDeal, createMember, createPerson, createSubscriber, PASSWORD } from './factories.ts'
import { useTestApp } from './test-app.ts'

const app = useTestApp({
  hasPages: true,
  environment: { IMAGE_CDN_URL: 'https://pictures.example' },
})
const page = (url: string, cookie?: string) =>
  app.inject({ url, headers: { 'sec-fetch-site': 'none', ...(cookie ? { cookie } : {}) } })

describe('pages', () => {
  test('a visitor’s page changes as soon as a deal is published, and never is kept when it failed', async () => {
    expect((await page('/daily-deals')).body).not.toContain('Maison Nouvelle')
    await createDeal(app.ctx, { brandName: 'Maison Nouvelle' })
    await app.db.transaction().execute(async (trx) => {
      await sql`select pg_notify('deals', '')`.execute(trx)
    })
    await expect.poll(async () => (await page('/daily-deals')).body).toContain('Maison Nouvelle')

    expect((await page('/deal/not-there-yet')).statusCode).toBe(404)
    await createDeal(app.ctx, { id: 'not-there-yt', brandName: 'Late House' })
    expect((await page('/deal/not-there-yt')).statusCode).toBe(200)
  })

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

  test('pictures come from the content network when there is one', async () => {
    await app.db
      .insertInto('pictures')
      .values({ id: 'ab'.repeat(16), width: 960, height: 1200, placeholder: '#aabbcc' })
      .execute()
    const { id } = await createDeal(app.ctx, { cardPictureId: 'ab'.repeat(16) })
    expect((await page(`/deal/${id}`)).body).toContain(
      `https://pictures.example/ndc-images/${'ab'.repeat(16)}.jpg`,
    )
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
      headers: {
        host: 'evil.example',
        'x-forwarded-host': 'evil.example',
        'x-original-url': '/admin',
      },
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
        // As written: other clients would tidy the address up first.
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

  test('the header is that of who looks and of where they are', async () => {
    const header = async (url: string, cookie?: string) => {
      const [shown = ''] = /<header.*?<\/header>/s.exec((await page(url, cookie)).body) ?? []
      // What stands in the bar itself: the menu of narrow screens has links of its own.
      return shown.replace(/<dialog.*?<\/dialog>/s, '').match(/(?<=>)[^<>]+(?=<\/(a|button)>)/g)
    }
    const [person, member] = [await createPerson(app.ctx), await createMember(app.ctx)]
    const mark = site.shortName
    expect(await header('/terms')).toEqual([
      'Menu',
      'Daily deals',
      mark,
      'Support',
      'Sign in',
      'Join',
    ])
    expect(await header('/terms', person.cookie)).toEqual([
      'Menu',
      'Daily deals',
      'Account',
      mark,
      'Support',
      'Sign out',
      'Subscribe',
    ])
    expect(await header('/terms', member.cookie)).toEqual([
      'Menu',
      'Daily deals',
      'Account',
      mark,
      'Support',
      'Sign out',
    ])
    for (const url of ['/track', '/checkout/success', '/checkout/cancel']) {
      expect(await header(url, member.cookie)).toEqual([mark])
    }
    const { body } = await page('/terms')
    expect(body.match(new RegExp(`mailto:${site.supportEmail}`, 'g'))?.length).toBeGreaterThan(2)
  })

  test('a card says the price before, the price now and the discount', async () => {
    const prices = { originalPriceCents: 30_000, salePriceCents: 19_950 }
    await createDeal(app.ctx, { ...prices, brandName: 'Marked Down', productName: 'Hidden name' })
    await createDeal(app.ctx, { ...prices, brandName: 'No Markdown', originalPriceCents: null })
    const none = { originalPriceCents: null, salePriceCents: null }
    await createDeal(app.ctx, { ...none, brandName: 'No Price' })
    await app.db.transaction().execute((trx) => announce(trx, 'deals'))
    const card = async (brand: string, cookie?: string) => {
      const cards = (await page('/daily-deals', cookie)).body.split('class="card"')
      const [shown = ''] = cards.find((each) => each.includes(brand))?.split('</li>') ?? []
      return shown.slice(shown.indexOf('class="brand"'))
    }
    const told = ['Marked Down', 'Members save $100.50', '$199.50', '<s>', '$300.00', '33.5% off']
    await expect.poll(() => card('Marked Down')).toContain(told[0])
    for (const words of told) expect(await card('Marked Down')).toContain(words)
    expect(await card('Marked Down')).not.toContain('Hidden name')
    expect(await card('No Markdown')).toContain('Join to unlock this deal')
    expect(await card('No Price')).toContain('Price not available')
    const member = await createMember(app.ctx)
    expect(await card('Marked Down', member.cookie)).toContain('Hidden name')
  })

  test('the teaser of a deal has its brand, its prices and whole percents', async () => {
    const { id } = await createDeal(app.ctx, {
      brandName: 'Marked Down',
      originalPriceCents: 30_000,
      salePriceCents: 19_950,
    })
    const { body } = await page(`/deal/${id}`)
    for (const words of ['Unlock the Deal Feed', 'Join to unlock this deal', '>Marked Down<']) {
      expect(body).toContain(words)
    }
    expect(body).toMatch(/\$199\.50.*<s>.*\$300\.00<\/s>.*>34% off</s)
  })

  test('members are told no sales talk, and those who owe a payment where to put it right', async () => {
    const owing = await createSubscriber(app.ctx, 'past_due')
    const [visitor, person, member, owes] = await Promise.all(
      [
        undefined,
        (await createPerson(app.ctx)).cookie,
        (await createMember(app.ctx)).cookie,
        owing.cookie,
      ].map(async (cookie) => (await page('/daily-deals', cookie)).body),
    )
    for (const body of [visitor, person]) {
      expect(body).toContain('One Curated Feed.')
      expect(body).toContain('Know what it is.')
    }
    for (const body of [member, owes]) {
      expect(body).toMatch(/<h1[^>]*>Daily deals<\/h1>/)
      expect(body).not.toMatch(/One Curated Feed|Know what it is|free trial/)
    }
    expect(owes).toContain('Fix your payment')
    expect(member).not.toContain('Fix your payment')
  })

  test('the feed’s first six pictures are asked for with the page', async () => {
    for (let index = 0; index < 8; index += 1) {
      const id = `c${index}`.repeat(16)
      await app.db
        .insertInto('pictures')
        .values({ id, width: 960, height: 1200, placeholder: '#aabbcc' })
        .execute()
      await createDeal(app.ctx, { cardPictureId: id, brandName: `House ${index}` })
    }
    await app.db.transaction().execute((trx) => announce(trx, 'deals'))
    const preloaded = async () =>
      String((await page('/daily-deals')).headers.link).match(/rel=preload; as=image/g)?.length
    await expect.poll(preloaded).toBe(6)
  })

  test('a missing page is the not-found page; a missing file or call is not a page', async () => {
    const missing = await page('/nothing-here')
    expect(missing.statusCode).toBe(404)
    expect(missing.body).toContain('404 Page Not Found')
    for (const url of [
      '/api/nothing',
      '/assets/gone.js',
      '/daily-deals/x.css',
      '/ndc-images/x.jpg',
    ]) {
      const { statusCode, headers } = await page(url)
      expect(statusCode).toBe(404)
      expect(headers['content-type']).toContain('application/json')
    }
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

  test('browsers find the icons where they look, and a home screen finds its own', async () => {
    const { body } = await page('/')
    const manifest = /rel="manifest" href="([^"]+)"/.exec(body)?.[1] ?? ''
    const { headers, ...answer } = await app.inject({ url: manifest })
    expect(headers['content-type']).toMatch(/^application\/manifest\+json/)
    const { name, description, icons } = answer.json()
    expect({ name, description }).toEqual({ name: site.name, description: site.description })
    const listed = icons.map(({ src }: { src: string }) => src)
    for (const url of [...listed, '/apple-touch-icon.png', '/favicon.ico', '/favicon.svg']) {
      const icon = await app.inject({ url })
      expect([url, icon.statusCode]).toEqual([url, 200])
      expect(icon.headers['content-type']).toMatch(
        /^image\/(png|svg\+xml|x-icon|vnd\.microsoft\.icon)/,
      )
    }
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
