import { beforeAll, describe, expect, test } from 'vitest'
import { MOST_FEED_PAGES_AN_HOUR } from '#app/deals/deals.facts.ts'
import { businessDay } from '#app/shared/dates.ts'
import {
  announceDeals,
  createDeal,
  createMember,
  createPerson,
  createSubscriber,
  type Person,
} from '#test/support/factories.ts'
import { useUnthrottledApp } from '#test/support/unthrottled-app.ts'

const app = useUnthrottledApp()
let openToday: string
let another: string
beforeAll(async () => {
  openToday = (await createDeal(app.ctx, { isPreview: true })).id
  another = (await createDeal(app.ctx)).id
})

const ask = (person: Person, url: string) => app.as(person).inject({ url })
/** Sets a counter as if that much had been counted. */
const fill = (key: string, points: number) =>
  app.db.updateTable('throttles').set({ points }).where('key', '=', key).execute()
const pointsOf = async (key: string) =>
  (await app.db.selectFrom('throttles').select('points').where('key', '=', key).executeTakeFirst())
    ?.points
const warningsAbout = ({ id }: Person) =>
  app.logLines.map((line) => JSON.parse(line)).filter((line) => line.userId === id)

describe('pages of the feed', () => {
  test.each([
    ['a member', 120, () => createMember(app.ctx)],
    ['a member on trial', 60, () => createSubscriber(app.ctx, 'trialing')],
    ['a free account', 120, () => createPerson(app.ctx)],
  ])('are so many an hour for %s: %i', async (_who, most, create) => {
    const person = await create()
    for (let page = 1; page <= most; page += 1) {
      const answer = await ask(person, `/api/deals?page=${page}&limit=48`)
      expect([page, answer.statusCode]).toEqual([page, 200])
    }
    for (let time = 0; time < 3; time += 1) {
      const refused = await ask(person, '/api/deals')
      expect([refused.statusCode, refused.json().code]).toEqual([429, 'too-many-requests'])
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3500)
    }
    expect(warningsAbout(person)).toMatchObject([
      { level: 'warn', msg: 'somebody reads far more of the feed than a person does' },
    ])
  })

  test('are those of brands, categories, editions and retailers too, and lists that are narrowed or sorted', async () => {
    await createDeal(app.ctx, { category: 'totes' })
    await announceDeals(app.ctx)
    const member = await createMember(app.ctx)
    for (const list of [
      'brands/maison-test',
      'categories/totes',
      `editions/${businessDay(app.ctx.now())}`,
      'retailers/the-test-shop',
    ]) {
      expect([list, (await ask(member, `/api/${list}/deals`)).statusCode]).toEqual([list, 200])
    }
    for (const query of ['category=totes', 'sort=price-up', 'q=tote']) {
      expect([query, (await ask(member, `/api/deals?${query}`)).statusCode]).toEqual([query, 200])
    }
    await expect.poll(() => pointsOf(`feed-pages:${member.id}`)).toBe(7)
  })

  test('are counted for each account, and not at all for visitors', async () => {
    const [one, two] = [await createMember(app.ctx), await createMember(app.ctx)]
    for (let time = 0; time < MOST_FEED_PAGES_AN_HOUR; time += 1) await ask(one, '/api/deals')
    expect((await ask(one, '/api/deals')).statusCode).toBe(429)
    expect((await ask(two, '/api/deals')).statusCode).toBe(200)
    const asVisitor = await app.inject({ url: '/api/deals' })
    expect(asVisitor.statusCode).toBe(200)
    const counted = await app.db
      .selectFrom('throttles')
      .select('key')
      .where('key', 'like', 'feed-pages:%')
      .execute()
    expect(counted.map(({ key }) => key).toSorted()).toEqual(
      [one, two].map(({ id }) => `feed-pages:${id}`).toSorted(),
    )
  })
})

test('processes tell each other what they have counted, and one that begins knows at once', async () => {
  const member = await createMember(app.ctx)
  const key = `feed-pages:${member.id}`
  const other = await app.another()
  const readOn = async (each: typeof other, times: number) => {
    const answers = Array.from({ length: times }, () =>
      each.as(member).inject({ url: '/api/deals' }),
    )
    return (await Promise.all(answers)).filter(({ statusCode }) => statusCode === 200).length
  }
  expect(await readOn(app, 50)).toBe(50)
  await expect.poll(() => pointsOf(key)).toBe(50)
  expect(await readOn(other, 60)).toBe(60)
  await expect.poll(() => pointsOf(key)).toBe(110)
  // The first process does not know yet; one more read tells it.
  await readOn(app, 1)
  await expect.poll(() => pointsOf(key)).toBe(111)
  expect(await readOn(app, 30)).toBe(MOST_FEED_PAGES_AN_HOUR - 111)
  // By then a few too many are possible: as many as it had not heard of.
  await readOn(other, 30)
  expect(await Promise.all([readOn(app, 5), readOn(other, 5)])).toEqual([0, 0])
  await other.close()
})

test('who was refused a moment ago is refused again without a question to the database', async () => {
  const member = await createMember(app.ctx)
  expect((await ask(member, '/api/deals')).statusCode).toBe(200)
  const another = await app.another()
  await fill(`feed-pages:${member.id}`, MOST_FEED_PAGES_AN_HOUR)
  const read = () => another.as(member).inject({ url: '/api/deals' })
  expect((await read()).statusCode).toBe(429)
  await fill(`feed-pages:${member.id}`, 0)
  const refused = await read()
  expect([refused.statusCode, Number(refused.headers['retry-after']) > 3500]).toEqual([429, true])
  // Not cached for long: the person may have been let in again.
  another.setNow(new Date(Date.now() + 11_000))
  expect((await read()).statusCode).toBe(200)
  await another.close()
})

describe('the link to a shop', () => {
  test('is in no list, and leaves with one deal for whoever may open it', async () => {
    const [member, free] = [await createMember(app.ctx), await createPerson(app.ctx)]
    for (const url of ['/api/deals?limit=48', '/api/deals/free', '/api/deals/preview']) {
      for (const person of [member, free]) {
        expect((await ask(person, url)).body).not.toContain('buyUrl')
      }
    }
    const linkOf = async (person: Person, id: string) =>
      (await ask(person, `/api/deals/${id}`)).json().buyUrl
    expect(await linkOf(member, another)).toBe(`https://shop.example/p/${another}`)
    expect(await linkOf(free, openToday)).toBe(`https://shop.example/p/${openToday}`)
    expect(await linkOf(free, another)).toBeUndefined()
  })

  test('is counted whichever way it leaves, and 300 a day are enough for anybody', async () => {
    const member = await createMember(app.ctx)
    const key = `leave:${member.id}`
    await ask(member, `/api/deals/${another}`)
    await ask(member, `/api/track/deal/${openToday}`)
    expect(await pointsOf(key)).toBe(2)
    await fill(key, 299)
    expect((await ask(member, `/api/deals/${another}`)).statusCode).toBe(200)
    for (const url of [`/api/deals/${another}`, `/api/track/deal/${another}`]) {
      const refused = await ask(member, url)
      expect(refused.statusCode).toBe(429)
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(86_000)
      expect(refused.body).not.toContain('shop.example')
    }
    expect(warningsAbout(member)).toHaveLength(1)
    // Their pages still show the piece, because they ask without the link.
    const page = await ask(member, `/api/deals/${another}?link=none`)
    expect([page.statusCode, page.json().productName]).toEqual([200, 'Leather tote'])
    expect(page.body).not.toContain('buyUrl')
  })

  test('that nobody gets is not counted', async () => {
    const free = await createPerson(app.ctx)
    await ask(free, `/api/deals/${another}`)
    await ask(free, `/api/deals/${openToday}?link=none`)
    expect(await pointsOf(`leave:${free.id}`)).toBeUndefined()
  })
})

test('suggestions are nine hundred an hour for a member', async () => {
  const member = await createMember(app.ctx)
  const key = `suggestions:${member.id}`
  const url = '/api/suggestions?q=tote'
  expect((await ask(member, url)).statusCode).toBe(200)
  await expect.poll(() => pointsOf(key)).toBe(1)
  await fill(key, 899)
  const other = await app.another()
  const type = () => other.as(member).inject({ url })
  expect([(await type()).statusCode, (await type()).statusCode]).toEqual([200, 429])
  await other.close()
})
