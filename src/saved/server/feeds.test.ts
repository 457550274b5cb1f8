import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { createDeal, createMember, type Person } from '#test/support/factories.ts'
import { useTestApp } from '#test/support/test-app.ts'

const app = useTestApp()

let member: Person
beforeEach(async () => {
  await app.db.deleteFrom('deals').execute()
  member = await createMember(app.ctx)
  const { id } = await createDeal(app.ctx, {
    brandName: 'Maison <& Test',
    salePriceCents: 18_000,
    originalPriceCents: 40_000,
  })
  await app.as(member).inject({ method: 'PUT', url: `/api/saved/${id}` })
})

const make = async () => {
  const answer = await app.as(member).inject({ method: 'POST', url: '/api/saved/feed' })
  return (answer.json() as { links: { rss: string; json: string; ics: string } }).links
}
const read = (address: string) => app.inject({ url: new URL(address).pathname })

/** Saves further deals, a second apart. */
async function saveMore(count: number) {
  await sql`
    insert into deals (id, brand_id, retailer_id, product_name, buy_url, buy_url_key, domain, is_published, published_at)
    select 'more' || lpad(n::text, 3, '0'), brand_id, retailer_id, product_name, buy_url, 'more' || n, domain, true,
      published_at
    from deals, generate_series(1, ${count}::integer) n`.execute(app.db)
  await sql`
    insert into saved_deals (user_id, deal_id, saved_at)
    select ${member.id}::text, id, ${app.ctx.now()}::timestamptz + right(id, 3)::integer * interval '1 second'
    from deals where id like 'more%'`.execute(app.db)
}

describe('a private link to the list', () => {
  test('is read by whoever has it, as RSS and as JSON, without a way to the shop', async () => {
    const { rss, json } = await make()
    const feed = (await read(json)).json()
    expect(feed.items).toMatchObject([
      { title: 'Maison <& Test Leather tote', content_html: 'Now $180, was $400' },
    ])
    const xml = await read(rss)
    expect(xml.headers).toMatchObject({
      'content-type': 'application/rss+xml; charset=utf-8',
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex',
      'referrer-policy': 'no-referrer',
    })
    expect(xml.body).toContain('<title><![CDATA[Maison <& Test Leather tote]]></title>')
    for (const { body } of [xml, await read(json)]) {
      expect(body).not.toMatch(/shop\.example|The Test Shop/)
    }
  })

  test('tells of the newest hundred, and is read six hundred times an hour from a network', async () => {
    const { json } = await make()
    const whole = (await read(json)).json().description
    expect(whole).toMatch(/^The deals you have saved at /)
    await saveMore(100)
    const { items, description } = (await read(json)).json()
    expect(description).toBe(
      whole.replace('The deals you have saved', 'The 100 deals you have saved last'),
    )
    expect([items.length, items[0].id, items[99].id]).toEqual([
      100,
      expect.stringMatching(/more100$/),
      expect.stringMatching(/more001$/),
    ])
    const remoteAddress = '203.0.113.60'
    const { pathname: url } = new URL(json)
    await app.inject({ url, remoteAddress })
    await app.db
      .updateTable('throttles')
      .set({ points: 599 })
      .where('key', '=', `saved-feed:${remoteAddress}`)
      .execute()
    expect((await app.inject({ url, remoteAddress })).statusCode).toBe(200)
    const more = await app.inject({ url, remoteAddress })
    expect([more.statusCode, Number(more.headers['retry-after']) > 0]).toEqual([429, true])
  })

  test('is also a calendar of what ends, as far as its owner may see', async () => {
    const endsAt = new Date(app.ctx.now().getTime() + 3_600_000)
    await app.db.updateTable('deals').set({ endsAt }).execute()
    const { ics } = await make()
    const calendar = await read(ics)
    expect(calendar.headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': 'private, no-store',
    })
    const when = endsAt.toISOString().replace(/\.\d+/, '').replace(/[-:]/g, '')
    expect(calendar.body).toContain(`DTSTART:${when}\r\n`)
    expect(calendar.body).toContain('SUMMARY:Ends: Maison <& Test Leather tote\r\n')
    expect(calendar.body).not.toMatch(/shop\.example|The Test Shop/)
    await app.db.updateTable('subscriptions').set({ status: 'canceled' }).execute()
    expect((await read(ics)).body).not.toContain('Leather tote')
    const over = { endedAt: app.ctx.now(), endedReason: 'sold-out' } as const
    for (const change of [over, { endsAt: null, endedAt: null, endedReason: null }]) {
      expect((await read(ics)).body).toContain('VEVENT')
      await app.db.updateTable('deals').set(change).execute()
      expect((await read(ics)).body).not.toContain('VEVENT')
      await app.db.updateTable('deals').set({ endedAt: null, endedReason: null, endsAt }).execute()
    }
    expect((await read(ics.replace(/\/[^/]*\.ics/, '/nothing.ics'))).statusCode).toBe(404)
  })

  test('falls back to teasers with the membership', async () => {
    const { rss, json } = await make()
    await app.db.updateTable('subscriptions').set({ status: 'canceled' }).execute()
    expect((await read(json)).json().items).toMatchObject([{ title: 'Maison <& Test' }])
    expect((await read(rss)).body).not.toContain('Leather tote')
  })

  test('is over when another is made, when it is ended, and when the account goes', async () => {
    const first = await make()
    const later = new Date(app.ctx.now().getTime() + 60_000)
    app.setNow(later)
    const second = await make()
    expect((await read(first.rss)).statusCode).toBe(404)
    expect((await read(second.rss)).statusCode).toBe(200)
    const told = (await app.as(member).inject({ url: '/api/saved/feed' })).json()
    expect(told).toEqual({ createdAt: later.toISOString(), links: null })
    await app.as(member).inject({ method: 'DELETE', url: '/api/saved/feed' })
    expect((await read(second.rss)).statusCode).toBe(404)
    const third = await make()
    await app.db.deleteFrom('users').where('id', '=', member.id).execute()
    expect((await read(third.json)).statusCode).toBe(404)
  })

  test.each([
    ['nothing.xml'],
    [`${'x'.repeat(43)}.xml`],
    ['x'],
    [`${'x'.repeat(43)}.html`],
    ['..'],
  ])('that is none answers 404: %s', async (file) => {
    expect((await app.inject({ url: `/feeds/saved/${file}` })).statusCode).toBe(404)
  })
})

test('the list can be taken along as a file for a spreadsheet program', async () => {
  const { body, headers } = await app.as(member).inject({ url: '/api/saved/csv' })
  expect(headers['content-disposition']).toMatch(/attachment; filename="saved-.*\.csv"/)
  const [columns, row] = body.split('\r\n')
  expect(columns).toContain('"Saved on","Brand","Piece","Price then","Price now","Ended","Page"')
  expect(row).toMatch(/"Maison <& Test","Leather tote","180","180",(?:"")?,"http:\/\/.*\/deal\//)
  await app.db
    .updateTable('deals')
    .set({ endedAt: app.ctx.now(), endedReason: 'sold-out' })
    .execute()
  const over = await app.as(member).inject({ url: '/api/saved/csv' })
  expect(over.body).toMatch(/"180",(?:"")?,"Sold out today","http/)
  await app.db.updateTable('subscriptions').set({ status: 'canceled' }).execute()
  expect((await app.as(member).inject({ url: '/api/saved/csv' })).body).not.toContain('Leather')
})
