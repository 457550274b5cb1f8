import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { MOST_FEED_PAGES_AN_HOUR } from '#app/deals/deals.facts.ts'
import { SAVED_PAGE_SIZE } from '#app/saved/saved.facts.ts'
import { announce } from '#app/server/live.ts'
import { HOUR_MS } from '#app/shared/dates.ts'
import { DESCRIPTION, demoClub as site } from '#app/shared/site.ts'
import {
  announceDeals,
  createDeal,
  createMember,
  createPerson,
  createSubscriber,
} from '#test/support/factories.ts'
import { usePages } from '#test/support/use-pages.ts'

const { app, page } = usePages()

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

  test('the address of a brand that has become another leads there', async () => {
    await createDeal(app.ctx, { brandName: 'House of After' })
    const { id: successorId } = await app.db
      .selectFrom('brands')
      .select('id')
      .where('slug', '=', 'house-of-after')
      .executeTakeFirstOrThrow()
    const before = { id: 'before', name: 'Before', nameKey: 'before', successorId }
    await app.db.insertInto('brands').values(before).execute()
    const { statusCode, headers } = await page('/brands/before')
    expect([statusCode, headers.location]).toEqual([301, '/brands/house-of-after'])
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

  test('the deals that are open today are listed as such for who is past due, as for a free account', async () => {
    await createDeal(app.ctx, { brandName: 'Maison Ouverte', isPreview: true })
    await announceDeals(app.ctx)
    const opened = async ({ cookie }: { cookie: string }) =>
      /<section[^>]*aria-labelledby="open-today".*?<\/section>/s.exec(
        (await page('/daily-deals', cookie)).body,
      )?.[0] ?? ''
    const owing = await createSubscriber(app.ctx, 'past_due')
    for (const person of [owing, await createPerson(app.ctx)]) {
      expect(await opened(person)).toContain('Maison Ouverte')
    }
    expect(await opened(await createMember(app.ctx))).toBe('')
  })

  test('the header is that of who looks and of where they are', async () => {
    const header = async (url: string, cookie?: string) => {
      const [shown = ''] = /<header.*?<\/header>/s.exec((await page(url, cookie)).body) ?? []
      // Only the links of the bar itself: the menu of narrow screens has its own.
      return shown
        .replace(/<dialog.*?<\/dialog>/s, '')
        .match(/(?<=>)[^<>]+(?=(<\/span>)?<\/(a|button)>)/g)
    }
    const [person, member] = [await createPerson(app.ctx), await createMember(app.ctx)]
    const mark = site.shortName
    const places = ['Menu', 'All deals', 'For you']
    expect(await header('/terms')).toEqual([
      ...places,
      mark,
      'Search',
      'Support',
      'Sign in',
      'Join',
    ])
    const own = [...places, 'Saved', 'Inbox', mark, 'Search', 'Account', 'Sign out']
    expect(await header('/terms', person.cookie)).toEqual([...own, 'Subscribe'])
    expect(await header('/terms', member.cookie)).toEqual(own)
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
      const [, ...cards] = (await page('/daily-deals', cookie)).body.split('class="card"')
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

  test('a card and the page of a deal say what it is filed under, and to members what its name lets suppose', async () => {
    const said = await createDeal(app.ctx, {
      brandName: 'Filed',
      ...{ department: 'women', category: 'totes', colour: 'red' },
    })
    const guessed = await createDeal(app.ctx, { brandName: 'Guessed', productName: 'Ink clutch' })
    await announceDeals(app.ctx)
    const { cookie } = await createMember(app.ctx)
    const textOf = async (url: string, cookie?: string) =>
      (await page(url, cookie)).body
        .replace(/<script type="application\/json"[\s\S]*?<\/script>/g, '')
        .replace(/<[^>]*>/g, ' ')
        .replace(/\s+/g, ' ')
    expect(await textOf('/daily-deals')).toContain(
      'Filed Totes Women’s totes in red Members save $600.00',
    )
    expect(await textOf(`/deal/${said.id}`)).toContain('Women · Totes · Red')
    expect(await textOf('/daily-deals', cookie)).toContain(
      'Filed Totes Leather tote (opens in a new tab) Women · Red',
    )
    for (const url of ['/daily-deals', `/deal/${guessed.id}`]) {
      expect(await textOf(url)).not.toContain('Clutches')
      expect(await textOf(url, cookie)).toContain('Clutches · Black')
    }
    expect(await textOf(`/deal/${guessed.id}`, cookie)).toContain(
      '(category and colour guessed from its name)',
    )
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
    const [asked = ''] = /<aside[^>]*aria-label="Your payment".*?<\/aside>/s.exec(owes ?? '') ?? []
    expect(asked).toMatch(/<a[^>]* href="\/account"[^>]*>Fix your payment<\/a>/)
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

  test('an address with a parameter that its page does not know is that page', async () => {
    for (let index = 0; index < 14; index += 1) await createDeal(app.ctx)
    await app.db.transaction().execute((trx) => announce(trx, 'deals'))
    const second = () => page('/daily-deals?page=2')
    await expect.poll(async () => (await second()).statusCode).toBe(200)
    const { body } = await second()
    for (const url of ['/daily-deals?page=2&fbclid=bags', '/daily-deals?utm_source=x&page=2']) {
      const answer = await page(url)
      expect([url, answer.statusCode]).toEqual([url, 200])
      expect(answer.body).toBe(body)
    }
    expect((await page('/daily-deals?fbclid=bags')).body).toBe((await page('/daily-deals')).body)
    expect((await page('/account?page=2')).body).toBe((await page('/account')).body)
  })

  test('an address keeps the parameters that its page knows', async () => {
    const chosen = async (url: string) =>
      /<input[^>]*checked[^>]*value="(\w+)"|<input[^>]*value="(\w+)"[^>]*checked/.exec(
        (await page(url)).body,
      )?.[0]
    expect(await chosen('/join-now?plan=monthly&utm_source=x')).toContain('monthly')
    expect(await chosen('/join-now?utm_source=x')).toContain('annual')
    expect((await page('/?gclid=x&signin=true')).body).toContain('name="password"')
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

  test('browsers find the icons where they look, and a home screen finds its own', async () => {
    const { body } = await page('/')
    const manifest = /rel="manifest" href="([^"]+)"/.exec(body)?.[1] ?? ''
    const { headers, ...answer } = await app.inject({ url: manifest })
    expect(headers['content-type']).toMatch(/^application\/manifest\+json/)
    const { name, description, icons } = answer.json()
    expect({ name, description }).toEqual({ name: site.name, description: DESCRIPTION })
    const listed = icons.map(({ src }: { src: string }) => src)
    for (const url of [...listed, '/apple-touch-icon.png', '/favicon.ico', '/favicon.svg']) {
      const icon = await app.inject({ url })
      expect([url, icon.statusCode]).toEqual([url, 200])
      expect(icon.headers['content-type']).toMatch(
        /^image\/(png|svg\+xml|x-icon|vnd\.microsoft\.icon)/,
      )
    }
  })
})

test('a member who has read too much of the feed is told when to go on', async () => {
  const member = await createMember(app.ctx)
  const read = () => app.as(member).inject({ url: '/daily-deals' })
  for (let time = 0; time < MOST_FEED_PAGES_AN_HOUR; time += 1) {
    expect((await read()).statusCode).toBe(200)
  }
  const page = await read()
  expect(page.statusCode).toBe(429)
  expect(page.body).toContain('Failed to fetch deals')
  expect(page.body).toMatch(/You have read a great many pages\. Please try again in \d+ minutes\./)
  expect(page.body).not.toContain('It is us or the line')
  const forThem = await app.as(member).inject({ url: '/for-you' })
  expect(forThem.statusCode).toBe(429)
  expect(forThem.body).toMatch(
    /You have read a great many pages\. Please try again in \d+ minutes\./,
  )
})

test('the way on in a long list of saved deals stands below its cards, before what is made of the whole list', async () => {
  const keeper = await createPerson(app.ctx)
  for (let count = 0; count <= SAVED_PAGE_SIZE; count++) {
    const { id } = await createDeal(app.ctx)
    await app.as(keeper).inject({ method: 'PUT', url: `/api/saved/${id}` })
  }
  const { body } = await page('/saved', keeper.cookie)
  expect(body).toMatch(/class="card.*After these.*Take it along/s)
})

test('lists narrowed by what only members know are for members, whatever is asked, and say where the list without it is', async () => {
  const { id } = await createDeal(app.ctx)
  await announceDeals(app.ctx)
  const free = await createPerson(app.ctx)
  await app.as(free).inject({ method: 'PUT', url: `/api/saved/${id}` })
  const asked = ['retailer=vitrine', 'not-retailer=%D0%B1', 'ships=CA', 'ships=ca', 'retailer=%00']
  for (const [path, cookie] of [
    ['/daily-deals', ''],
    ['/daily-deals', free.cookie],
    ['/saved', free.cookie],
  ] as const) {
    for (const each of asked) {
      const { statusCode, body } = await page(`${path}?${each}&category=boots`, cookie)
      expect([path, each, statusCode]).toEqual([path, each, 403])
      expect(body).toContain('Who has it is for members')
      expect(body).toMatch(path === '/saved' ? /<title>Saved/ : /<title>Daily deals/)
      expect(body).toContain(
        'Where a deal is sold is for members. Join to narrow the list by retailer.',
      )
      expect(body).toMatch(
        new RegExp(`href="${path}[^"]*category=boots"[^>]*>See the list without it`),
      )
    }
  }
  const member = await createMember(app.ctx)
  await app.as(member).inject({ method: 'PUT', url: `/api/saved/${id}` })
  const own = await page('/saved?ships=ca', member.cookie)
  expect(own.statusCode).toBe(200)
  expect(own.body).toContain('country “ca”')
})

test('a deep page whose earlier part cannot be had says where it begins, why, and leads there', async () => {
  for (let index = 0; index < 60; index += 1) await createDeal(app.ctx, { feedPosition: index })
  await announceDeals(app.ctx)
  const [other, member] = [await createMember(app.ctx), await createMember(app.ctx)]
  const read = async (path: string, { cookie } = member) => (await page(path, cookie)).body
  expect(await read('/daily-deals?page=5', other)).not.toContain('This list begins with deal')
  // Another process has counted all but two of the pages.
  await app.db
    .insertInto('throttles')
    .values({
      key: `feed-pages:${member.id}`,
      points: MOST_FEED_PAGES_AN_HOUR - 2,
      expire: app.ctx.now().getTime() + HOUR_MS,
    })
    .execute()
  // The page itself and the one before it are served, and then no more.
  const part = await read('/daily-deals?page=5')
  expect(part).toContain('This list begins with deal 37.')
  expect(part).toMatch(
    /Those before it could not be fetched\. You have read a great many pages\. Please try again in \d+ minutes\./,
  )
  expect(part).toContain('href="/daily-deals?page=3"')
})
