import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { join, sessionsAt } from '#test/checkout/buyers.ts'
import { createPerson } from '#test/support/factories.ts'
import { ask } from './ask.ts'
import { DATABASE_AWAY, type Row, tryRow } from './rows.ts'
import { uploadPicture } from './upload-picture.ts'
import { startWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
}, 180_000)
afterAll(() => world?.close(), 60_000)

const row = (one: Row) => tryRow(() => world, one)
const SAFE = 'says that nothing was charged'
const AGAIN = 'asked to send it again'
const ANY = /./
const FOREVER = 1_000_000

const database: Row[] = [
  {
    name: 'Database killed',
    begin: ({ postgres }) => postgres.kill(),
    end: ({ postgres }) => postgres.start(),
  },
  {
    name: 'Database hangs',
    begin: ({ postgres }) => postgres.freeze(),
    end: ({ postgres }) => postgres.thaw(),
  },
  {
    name: 'Line to it swallows all',
    begin: ({ line }) => line.swallowAll(),
    end: ({ line }) => line.pass(),
  },
  {
    name: 'Line to it refuses',
    begin: ({ line }) => line.cut(),
    end: ({ line }) => line.mend(),
  },
  {
    name: 'Tables locked',
    begin: async ({ postgres }) => {
      locker = new pg.Client({ connectionString: postgres.url })
      await locker.connect()
      await locker.query('begin')
      await locker.query(`lock table ${LOCKED} in access exclusive mode`)
    },
    end: async () => {
      await locker?.query('rollback')
      await locker?.end()
    },
  },
]
const LOCKED =
  'deals, users, sessions, checkouts, webhook_events, admin_sessions, throttles, clicks, subscriptions'
let locker: pg.Client | undefined

for (const one of database) {
  row({
    ...one,
    but: DATABASE_AWAY,
    during: {
      'the payment provider is not asked for a page that nobody could remember': async () => {
        world.provider.asked.length = 0
        await ask(`${world.product.url}/api/create-checkout-session`, {
          method: 'POST',
          body: { priceId: 'annual' },
        })
        expect(world.provider.asked).toEqual([])
      },
    },
  })
}

row({
  name: 'Database slow (200 ms each way)',
  begin: ({ line }) => line.slow(200),
  end: ({ line }) => line.pass(),
  // Each statement takes 400 ms.
  withinMs: 10_000,
})

const checkoutToken = { checkout_token: '' }
const openPage = async () =>
  ask(`${world.product.url}/api/create-checkout-session`, {
    method: 'POST',
    body: { priceId: 'annual', ...checkoutToken },
  })

const providers: Array<Pick<Row, 'name' | 'begin' | 'but' | 'withinMs'>> = [
  {
    name: 'Payment provider down',
    begin: ({ provider }) => provider.goAway(),
    but: { Checkout: SAFE, Webhook: AGAIN },
  },
  ...(['resets', 'resets after the work', 'fails', 'fails after the work', 'is busy'] as const).map(
    (mood) => ({
      name: `Payment provider ${mood}`,
      begin: ({ provider }: World) => provider.next(ANY, mood, FOREVER),
      but: { Checkout: SAFE, Webhook: AGAIN } as const,
    }),
  ),
  ...(['hangs', 'trickles'] as const).map((mood) => ({
    name: `Payment provider ${mood}`,
    begin: ({ provider }: World) => provider.next(ANY, mood, FOREVER),
    but: { Checkout: SAFE, Webhook: AGAIN } as const,
    // Time to wait for an answer, and for the retry.
    withinMs: { Checkout: 12_000, Webhook: 12_000 },
  })),
  {
    name: 'Payment provider slow (2 s)',
    begin: ({ provider }) => provider.next(ANY, 'is slow', FOREVER),
    // These columns call the provider several times in sequence.
    withinMs: { Checkout: 12_000, Webhook: 12_000 },
  },
  {
    name: 'Payment provider lies',
    begin: ({ provider }) => provider.next(ANY, 'lies', FOREVER),
    but: { Checkout: 'says that it failed', Webhook: AGAIN },
  },
]

for (const one of providers) {
  row({
    ...one,
    end: async ({ provider }) => {
      provider.calm()
      if (one.name === 'Payment provider down') await provider.comeBack()
    },
    during: {
      'a click is answered with a page to pay at, or in words': async () => {
        checkoutToken.checkout_token = randomUUID()
        const { status, body } = await openPage()
        const { url, error } = JSON.parse(body)
        if (status === 200) expect(url).toMatch(/^http/)
        else expect(error, `It answered ${status}.`).toMatch(/^[A-Z].{10,}/)
      },
    },
    after: {
      'the same click opens one payment page and no second': async () => {
        const answers = [await openPage(), await openPage()]
        expect(answers.map(({ status }) => status)).toEqual([200, 200])
        const [id, same] = answers.map(({ body }) => JSON.parse(body).id)
        expect(same).toBe(id)
        const open = sessionsAt(world.observer)
        const mine = open.find((session) => session.id === id)
        const ofClick = open.filter(
          ({ client_reference_id: of, status }) =>
            of === mine?.client_reference_id && status === 'open',
        )
        expect(ofClick).toHaveLength(1)
      },
    },
  })
}

const promised: string[] = []
const mails: Array<Pick<Row, 'name' | 'begin'>> = [
  { name: 'Mail server down', begin: ({ mail }) => mail.stop() },
  { name: 'Mail server turns away for now', begin: ({ mail }) => mail.setMood('4xx') },
  { name: 'Mail server slow (3 s)', begin: ({ mail }) => mail.setMood('is slow') },
  { name: 'Mail server hangs', begin: ({ mail }) => mail.setMood('hangs') },
  { name: 'Mail server breaks off', begin: ({ mail }) => mail.setMood('breaks') },
  {
    name: 'Mail server takes and breaks off',
    begin: ({ mail }) => mail.setMood('takes-and-breaks'),
  },
]
for (const one of mails) {
  row({
    ...one,
    end: async ({ mail }) => {
      mail.setMood('takes')
      if (one.name === 'Mail server down') await mail.start()
    },
    during: {
      'a mail is promised': async () => {
        const { email } = await createPerson(world.observer.ctx)
        const url = `${world.product.url}/api/forgot-password`
        expect((await ask(url, { method: 'POST', body: { email } })).status).toBe(200)
        promised.push(email)
      },
      'who pays is told that it went well, and by mail later': async () => {
        // The sandbox has one card, which has used its trial: forget that.
        await world.observer.db.deleteFrom('trials').execute()
        const member = await join(world.observer)
        expect(await member.subscription()).toMatchObject({ isMember: true })
        const welcome = await world.observer.db
          .selectFrom('mails')
          .select('recipient')
          .where('key', 'like', `trial-started:${member.subscriptionId}%`)
          .executeTakeFirstOrThrow()
        promised.push(welcome.recipient)
      },
    },
  })
}

const STORE_FAILS: Record<string, NonNullable<Row['but']>> = {
  down: { Pictures: 'unavailable' },
  fails: { Pictures: 'unavailable' },
  hangs: { Pictures: 'unavailable' },
  full: {},
  'is slow': {},
  lies: { Pictures: 'not found, and not kept so' },
}
const UPLOADED: Record<string, number> = {
  ...{ down: 503, fails: 503, hangs: 503, full: 507 },
  ...{ 'is slow': 200, lies: 200 },
}
for (const { name, behaviour } of [
  { name: 'Picture store down', behaviour: 'down' },
  { name: 'Picture store fails', behaviour: 'fails' },
  { name: 'Picture store hangs', behaviour: 'hangs' },
  { name: 'Picture store full', behaviour: 'full' },
  { name: 'Picture store slow (1 s)', behaviour: 'is slow' },
  { name: 'Picture store lies', behaviour: 'lies' },
] as const) {
  row({
    name,
    begin: ({ bucket }) => {
      if (behaviour === 'down') return bucket.goAway()
      bucket.store.behaviour = behaviour
    },
    end: ({ bucket }) => {
      if (behaviour === 'down') return bucket.comeBack()
      bucket.store.behaviour = 'works'
    },
    but: STORE_FAILS[behaviour] ?? {},
    // Time to wait for an answer.
    withinMs: { Pictures: 8000 },
    during: {
      'an upload works, or says why it failed': async () => {
        const { status, error } = await uploadPicture(world.office)
        expect(status, error).toBe(UPLOADED[behaviour])
        if (status !== 200) expect(error).toMatch(/picture/)
      },
    },
    after: {
      'the upload works': async () => {
        expect((await uploadPicture(world.office)).status).toBe(200)
      },
    },
  })
}

const reported: string[] = []
for (const { name, behaviour } of [
  { name: 'Marketing endpoint down', behaviour: 'down' },
  { name: 'Marketing endpoint fails', behaviour: 500 },
  { name: 'Marketing endpoint hangs', behaviour: 'hangs' },
  { name: 'Marketing endpoint slow (3 s)', behaviour: 'is slow' },
  { name: 'Marketing endpoint breaks off', behaviour: 'takes-and-breaks' },
  { name: 'Marketing endpoint leads elsewhere', behaviour: 'redirects' },
] as const) {
  row({
    name,
    begin: ({ marketing }) =>
      behaviour === 'down' ? marketing.goAway() : marketing.setBehaviour(behaviour),
    end: ({ marketing }) =>
      behaviour === 'down' ? marketing.comeBack() : marketing.setBehaviour('takes'),
    during: {
      'a visit is told of': async () => {
        const event_id = randomUUID()
        const { status, body } = await ask(`${world.product.url}/api/track-pageview`, {
          method: 'POST',
          body: { event_id, url: `${world.product.url}/` },
          headers: { cookie: `consent=granted.${'x'.repeat(43)}` },
        })
        expect(status, body).toBe(200)
        reported.push(event_id)
      },
    },
  })
}

row({
  name: 'One process of two killed',
  begin: async ({ startAnother }) => {
    const other = await startAnother()
    const many = Array.from({ length: 40 }, () => ask(`${other.url}/daily-deals`).catch(() => {}))
    await other.kill()
    await Promise.all(many)
  },
  end: () => {},
})

describe('What was promised meanwhile', () => {
  test('Afterwards: every mail has arrived', async () => {
    await expect
      .poll(() => promised.filter((to) => !world.mail.recipients.includes(to)), {
        timeout: 180_000,
      })
      .toEqual([])
  }, 200_000)

  test('Afterwards: marketing has been told of every visit', async () => {
    const told = () => world.marketing.received().map(({ event_id: id }) => id)
    await expect
      .poll(() => reported.filter((id) => !told().includes(id)), { timeout: 180_000 })
      .toEqual([])
  }, 200_000)
})
