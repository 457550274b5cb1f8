import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PAGE_CLASSES } from '#app/membership/server/page-class.rules.ts'
import type { Renderer } from '#app/pages/renderer.ts'
import { hashToken, newToken } from '#app/server/tokens.ts'
import { businessDay } from '#app/shared/dates.ts'
import { findPage, PAGES } from '#app/shared/pages.ts'
import { SESSION_LONGEST_MS } from '#app/shared/retention.ts'
import {
  announceDeals,
  createDeal,
  createMember,
  createPerson,
  createSubscriber,
  createSubscription,
  createUnconfirmed,
  type Person,
} from '#test/support/factories.ts'
import type { TestApp } from '#test/support/test-app.ts'
import { usePages } from '#test/support/use-pages.ts'

const { app } = usePages()
/** Plays a second process on the same database. */
let other: TestApp
/** A name that only members see. */
const NAME = 'Zyxquill satchel'
const OPEN_NAME = 'Quagwhistle hat'
const OPEN = 'open-today-1'
const LOCKED = 'locked-deal1'
beforeAll(async () => {
  other = await app.another({
    hasPages: true,
    environment: { IMAGE_CDN_URL: 'https://pictures.example' },
  })
  await createDeal(app.ctx, {
    id: OPEN,
    productName: OPEN_NAME,
    category: 'totes',
    isPreview: true,
  })
  await createDeal(app.ctx, { id: LOCKED, productName: NAME, category: 'totes' })
  await announceDeals(app.ctx)
})
afterAll(() => other?.close())

const OPENED = { br: brotliDecompressSync, gzip: gunzipSync }

function textOf({ headers, rawPayload }: LightMyRequestResponse): string {
  const encoding = headers['content-encoding'] as keyof typeof OPENED | undefined
  return String(encoding ? OPENED[encoding](rawPayload) : rawPayload)
}

async function read(each: TestApp, url: string, cookie = '', encoding = 'br') {
  const headers = { 'sec-fetch-site': 'none', 'accept-encoding': encoding, cookie }
  const answer = await each.inject({ url, headers })
  return { status: answer.statusCode, text: textOf(answer) }
}

/** Returns the personal data block beside a shared page; undefined without one. */
function besideOf(text: string) {
  const [, block] =
    /<script type="application\/json" id="personal">(.*?)<\/script>/.exec(text) ?? []
  return block === undefined ? undefined : JSON.parse(block)
}

const KINDS = {
  visitor: async () => undefined,
  unconfirmed: () => createUnconfirmed(app.ctx),
  free: () => createPerson(app.ctx),
  lapsed: () => createSubscriber(app.ctx, 'canceled'),
  unpaid: () => createSubscriber(app.ctx, 'unpaid'),
  'past-due': () => createSubscriber(app.ctx, 'past_due'),
  trialing: () => createSubscriber(app.ctx, 'trialing'),
  member: () => createMember(app.ctx),
} satisfies Record<string, () => Promise<Person | undefined>>

/** An existing address for each page with a parameter. */
const THERE: Record<string, string> = {
  '/brands/:slug': '/brands/maison-test',
  '/categories/:slug': '/categories/bags',
  '/editions/:day': `/editions/${businessDay(new Date())}`,
  '/retailers/:slug': '/retailers/the-test-shop',
}

function addressAt(path: string): string {
  return THERE[path] ?? path
}

const SHARED = Object.values(PAGES)
  .filter((page) => 'isShared' in page)
  .map(({ path }) => addressAt(path))

describe('a page that all of a class share', () => {
  test.each(Object.entries(KINDS))(
    'is drawn for %s as one for them alone would be',
    async (kind, create) => {
      for (const url of [...SHARED, `/deal/${LOCKED}`, '/no-such-page']) {
        // Each order occurs, because one encoding is derived from another. The second person gets the page
        // from the first one's cache entry.
        const encodings = url.length % 2 ? ['gzip', 'identity', 'br'] : ['br', 'identity', 'gzip']
        const asked = kind === 'member' ? encodings : encodings.slice(0, 1)
        const people = [
          { person: await create(), asked },
          { person: await create(), asked: encodings.slice(0, 1) },
        ]
        for (const { person, asked } of people) {
          const alone = await drawnAlone(url, person)
          for (const encoding of asked) {
            const { text } = await read(app, url, person?.cookie, encoding)
            expect(markupOf(text), url).toBe(alone)
            if (person) expect(text).toContain(person.email)
          }
        }
      }
    },
  )

  test('asks nothing once it is there, whoever of the class reads it', async () => {
    for (const url of SHARED) {
      await read(app, url, (await createMember(app.ctx)).cookie)
      const lines = app.logLines.length
      const member = await createMember(app.ctx)
      const { text } = await read(app, url, member.cookie)
      expect(besideOf(text)['/api/user']).toEqual({ id: member.id, email: member.email })
      const asked = app.logLines.slice(lines).map((line) => JSON.parse(line).route)
      expect(asked).toEqual([findPage(url)?.path])
    }
  })

  test('holds nothing of whoever it was drawn for first', async () => {
    const [first, second] = [await createMember(app.ctx), await createMember(app.ctx)]
    await announceDeals(app.ctx)
    for (const url of SHARED) {
      await read(app, url, first.cookie)
      const { text } = await read(app, url, second.cookie)
      expect(text).not.toContain(first.email)
      expect(text).not.toContain(first.id)
    }
  })

  test('is not asked for by a header or parameter of somebody outside', async () => {
    for (const pageClass of PAGE_CLASSES) {
      const { text } = await read(app, `/daily-deals?class=${pageClass}`, `class=${pageClass}`)
      expect(text).not.toContain(NAME)
      expect(besideOf(text)).toBeUndefined()
    }
  })
})

/** Returns the markup rendered for one person alone, from the answers that they get. */
async function drawnAlone(url: string, person: Person | undefined): Promise<string> {
  // The bundle was built when the app was created.
  const entry = '../dist/server/entry.server.js'
  const { render }: Pick<Renderer, 'render'> = await import(entry)
  const { club, showSampleClaims } = app.ctx.config
  const page = await render(new Request(new URL(url, app.ctx.config.http.publicUrl)), {
    send: async (path) => {
      const { statusCode, payload } = await app
        .as({ cookie: person?.cookie ?? '' })
        .inject({ url: path })
      return new Response(payload, { status: statusCode })
    },
    club,
    showSampleClaims,
    pictureHost: 'https://pictures.example',
    today: businessDay(app.ctx.now()),
  })
  return page.kind === 'page' ? page.html : ''
}

/** Returns the server's markup of a page. */
function markupOf(text: string): string {
  return (
    /<div id="root">(.*)<\/div><script type="application\/json" id="state"/s.exec(text)?.[1] ?? ''
  )
}

/** A person and the state in which pages should show them. */
type Somebody = {
  person: Person
  hasSession: boolean
  status: string | undefined
  isConfirmed: boolean
}

const which = fc.nat(3)
const STATUSES = ['active', 'trialing', 'past_due', 'canceled', 'unpaid', 'incomplete'] as const

/** Something that may happen, in either process. */
const step = fc.oneof(
  fc.record({ what: fc.constant('sign in' as const), which }),
  fc.record({ what: fc.constant('sign out' as const), which, isOther: fc.boolean() }),
  fc.record({ what: fc.constant('change' as const), which, to: fc.constantFrom(...STATUSES) }),
  fc.record({ what: fc.constant('confirm' as const), which, isConfirmed: fc.boolean() }),
  fc.record({ what: fc.constant('delete' as const), which }),
  fc.record({ what: fc.constant('let time pass' as const) }),
  fc.record({ what: fc.constant('publish' as const), isOther: fc.boolean() }),
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

async function startSession(person: Person): Promise<string> {
  const token = newToken()
  const [userId, at] = [person.id, app.ctx.now()]
  await app.db
    .insertInto('sessions')
    .values({ tokenHash: hashToken(token), userId, createdAt: at, lastSeenAt: at })
    .execute()
  return `session=${token}`
}

async function take(all: Somebody[], each: Step) {
  const on = 'isOther' in each && each.isOther ? other : app
  const somebody = 'which' in each ? all[each.which] : undefined
  const { person } = somebody ?? {}
  switch (each.what) {
    case 'publish':
      await createDeal(on.ctx, { productName: `${NAME} again` })
      return announceDeals(on.ctx)
    case 'let time pass':
      for (const one of all) one.hasSession = false
      // Long enough for every session to expire.
      return app.db
        .updateTable('sessions')
        .set({ lastSeenAt: new Date(app.ctx.now().getTime() - 2 * SESSION_LONGEST_MS) })
        .where(
          'userId',
          'in',
          all.map((one) => one.person.id),
        )
        .execute()
  }
  if (!somebody || !person) return
  switch (each.what) {
    case 'sign in':
      if (!(await isThere(person))) return
      person.cookie = await startSession(person)
      somebody.hasSession = true
      return
    case 'sign out':
      await on.as(person).inject({ method: 'POST', url: '/api/logout' })
      somebody.hasSession = false
      return
    case 'change': {
      const { to: status } = each
      if (!(await isThere(person))) return
      if (somebody.status === undefined) await createSubscription(app.ctx, person, { status })
      else {
        // Without an announcement, the new status has to be read.
        await app.db
          .updateTable('subscriptions')
          .set({ status })
          .where('userId', '=', person.id)
          .execute()
      }
      somebody.status = status
      return
    }
    case 'confirm':
      somebody.isConfirmed = each.isConfirmed
      return app.db
        .updateTable('users')
        .set({ confirmedAt: each.isConfirmed ? app.ctx.now() : null })
        .where('id', '=', person.id)
        .execute()
    case 'delete':
      somebody.hasSession = false
      somebody.status = undefined
      return app.db.deleteFrom('users').where('id', '=', person.id).execute()
  }
}

async function isThere({ id }: Person): Promise<boolean> {
  return (await app.db.selectFrom('users').select('id').where('id', '=', id).execute()).length > 0
}

/** Words that the feed and a deal's page show to a person in this state. */
function expectedOf({ hasSession, status, isConfirmed }: Somebody) {
  const isMember = hasSession && (status === 'active' || status === 'trialing')
  if (isMember) return { pageClass: 'member', feed: NAME, deal: NAME }
  if (!hasSession) return { pageClass: 'visitor', feed: JOIN, deal: 'Already a member?' }
  const join = ['canceled', 'unpaid', 'past_due'].includes(status ?? '') ? 'Join again' : JOIN
  if (!isConfirmed) return { pageClass: 'unconfirmed', feed: 'Confirm your address', deal: join }
  if (status === 'past_due') {
    return { pageClass: 'past-due', feed: OPEN_NAME, deal: 'Your payment needs a look' }
  }
  return { pageClass: 'free', feed: OPEN_NAME, deal: join }
}

const JOIN = 'Start your free trial'
const ADDRESSES = [
  '/daily-deals',
  `/deal/${LOCKED}`,
  '/terms',
  '/daily-deals?page=1',
  '/nowhere-to-go',
]

/** Reads the pages with a person's cookie and compares the answers with their state. */
async function look(all: Somebody[], somebody: Somebody, each: TestApp) {
  const { person } = somebody
  const expected = expectedOf(somebody)
  const feed = await each.as(person).inject({ url: '/api/deals' })
  expect(feed.body.includes(NAME)).toBe(expected.pageClass === 'member')
  for (const url of ADDRESSES) {
    const { text } = await read(each, url, person.cookie, person.id > 'm' ? 'br' : 'gzip')
    if (url.startsWith('/daily')) expect(text).toContain(expected.feed)
    if (url.startsWith('/deal/')) expect(text).toContain(expected.deal)
    if (expected.pageClass !== 'member') expect(text).not.toContain(NAME)
    const isFreeForThem = ['member', 'free', 'past-due'].includes(expected.pageClass)
    if (!isFreeForThem) expect(text).not.toContain(OPEN_NAME)
    expect(text.includes('Sign out')).toBe(somebody.hasSession)
    expect(text.includes(person.email)).toBe(somebody.hasSession)
    for (const stranger of all.filter((one) => one !== somebody)) {
      expect(text).not.toContain(stranger.person.email)
      expect(text).not.toContain(stranger.person.id)
    }
    const beside = besideOf(text)
    if (beside) {
      expect(beside['/api/user'].id).toBe(person.id)
      expect(beside['/api/subscription'].status).toBe(somebody.status ?? null)
    }
  }
}

// Few steps each, because a trial may read only sixty pages of the feed.
test('whatever happens to people, in whichever process, nobody is answered as of a class they are not in, or told of another', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 9 }), async (steps) => {
      const all: Somebody[] = []
      for (const status of [undefined, 'active', 'past_due', 'canceled']) {
        const person = status
          ? await createSubscriber(app.ctx, status)
          : await createPerson(app.ctx)
        all.push({ person, status, hasSession: true, isConfirmed: true })
      }
      for (const each of steps) {
        await take(all, each)
        // All at once in both processes, so that their look-ups are batched.
        await Promise.all(
          all.flatMap((somebody) => [look(all, somebody, app), look(all, somebody, other)]),
        )
      }
    }),
    { numRuns: 5 },
  )
})

test('a search that finds nothing is nobody’s where its page is drawn for all of a class', async () => {
  const member = await createMember(app.ctx)
  const noted = () => app.db.selectFrom('fruitlessSearches').select('words').execute()
  const { status, text } = await read(app, '/daily-deals?q=grommets', member.cookie)
  expect([status, typeof besideOf(text)]).toEqual([200, 'object'])
  expect(await noted()).toEqual([])
  await app.as(member).inject({ url: '/api/deals?q=grommets' })
  expect(await noted()).toEqual([{ words: 'grommet' }])
})
