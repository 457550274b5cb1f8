import { expect, test } from 'vitest'
import { proveInbox } from '#app/accounts/server/accounts.ts'
import { updateDeal } from '#app/deals/server/editing/editing.ts'
import { setFollow } from '#app/follows/server/follows.ts'
import { ALERT_CHOICES, EDITION_CHOICES } from '#app/mailings/mailings.facts.ts'
import { chooseStreams } from '#app/mailings/server/choices.ts'
import { findViewer } from '#app/membership/server/membership.ts'
import { queues } from '#app/queues.ts'
import { saveDeal } from '#app/saved/server/saved.ts'
import { createPostOutside } from '#app/server/outside-fetch.ts'
import { HOUR_MS } from '#app/shared/dates.ts'
import { pushStandIn } from '#sandbox/push/push.ts'
import { createDeal, createPerson, createSubscriber, type Person } from '#test/support/factories.ts'
import { readOutbox, runJobs } from '#test/support/jobs.ts'
import { useTestApp } from '#test/support/test-app.ts'

let screens: ReturnType<typeof pushStandIn>
const app = useTestApp({
  hasPayments: true,
  postOutside: createPostOutside({
    isAllowed: (address) => address === '127.0.0.1',
    isAllowedPort: () => true,
  }),
  extend: (http, ctx) => {
    screens = pushStandIn(http, { origin: () => ctx.config.http.ownOrigin })
  },
})

const [PEOPLE, DEALS, ROUNDS] = [20, 10, 3]
const STATUSES = ['active', 'trialing', 'past_due', 'canceled', 'none'] as const
/** Seven in the morning in Toronto, on a future day, because jobs use the database’s clock. */
const START = Date.parse('2036-11-20T12:00:00Z')

/** A seeded generator, so that every run has the same numbers. */
function random(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** What is locked for those who may not open the deal; recognizable in any output. */
const LOCKED = /(?:Lockedpiece|Lockedshop|locked-shop-)(\d+)/gi

test('whoever they are, whatever they take and keep, and whatever happens meanwhile: no mail and no message on a device holds a name that its reader may not see', async () => {
  const below = random(20_361_120)
  const one = <T>(of: readonly T[]) => of[below(of.length)] as T
  let now = START
  app.setNow(new Date(now))
  const deals: string[] = []
  const publish = async () => {
    const n = deals.length
    const { id } = await createDeal(app.ctx, {
      ...{ productName: `Lockedpiece${n}`, brandName: `House ${n % 5}` },
      ...{ retailerName: `Lockedshop${n}`, domain: `locked-shop-${n}.example` },
      ...{ category: one(['boots', 'totes', 'coats-and-jackets']), isPreview: below(3) === 0 },
      ...{ salePriceCents: 60_000, publishedAt: new Date(now - 60_000) },
    })
    deals.push(id)
  }
  for (let n = 0; n < DEALS; n += 1) await publish()

  const people: Person[] = []
  for (let n = 0; n < PEOPLE; n += 1) {
    const status = STATUSES[n % STATUSES.length] as string
    const person = await (status === 'none'
      ? createPerson(app.ctx)
      : createSubscriber(app.ctx, status))
    people.push(person)
    await live(person)
  }

  async function live(person: Person) {
    const { id: userId } = person
    await app.db.transaction().execute((trx) => proveInbox(trx, app.ctx, userId))
    const wish = {
      ...{ edition: one(EDITION_CHOICES), editionWeekday: below(7), alerts: one(ALERT_CHOICES) },
      ...{
        hour: 7 + below(3),
        timeZone: one(['America/Toronto', 'Pacific/Honolulu', 'Asia/Tokyo']),
      },
    }
    const wording = { edition: 'The edition', alerts: 'Alerts' }
    await chooseStreams(app.ctx, { userId, wish, wording, place: 'test' })
    for (const dealId of deals.filter(() => below(3) === 0)) {
      await saveDeal(app.ctx, { userId, dealId })
    }
    const viewer = await findViewer(app.ctx, userId)
    if (viewer.class === 'visitor') return
    const follows = [
      { kind: 'brand', value: `house-${below(5)}` },
      { kind: 'category', value: one(['boots', 'totes']) },
      ...(viewer.class === 'member'
        ? ([
            { kind: 'retailer', value: `lockedshop${below(deals.length)}` },
            { kind: 'search', value: `q=lockedpiece${below(deals.length)}` },
          ] as const)
        : []),
    ] as const
    for (const follow of follows) {
      await setFollow(app.ctx, { userId, viewer }, { ...follow, isHidden: below(6) === 0 })
    }
    if (below(2) === 0) {
      const { endpoint, keys } = (
        await app.inject({ method: 'POST', url: '/sandbox/push/devices' })
      ).json()
      const payload = { endpoint, keys, timeZone: wish.timeZone }
      await app.as(person).inject({ method: 'POST', url: '/api/push/devices', payload })
    }
  }

  const read = { mails: 0, named: 0, messages: 0 }
  for (let round = 0; round < ROUNDS; round += 1) {
    await publish()
    for (const dealId of deals.filter(() => below(3) === 0)) {
      const ends = below(5) === 0
      await app.db
        .transaction()
        .execute((trx) =>
          updateDeal(trx, app.ctx, dealId, { salePriceCents: 60_000 - 9_000 * (round + 1) }),
        )
      if (!ends) continue
      const endsAt = new Date(now + HOUR_MS * below(20))
      await app.db.updateTable('deals').set({ endsAt }).where('id', '=', dealId).execute()
    }
    await queues['deal-life']?.work(app.ctx, {})
    await queues.telling?.work(app.ctx, {})
    await queues.editions?.work(app.ctx, {})
    // Mail queued for members is sent by what they are then.
    for (const { id } of people.filter(() => below(4) === 0)) {
      await app.db
        .updateTable('subscriptions')
        .set({ status: one(['active', 'trialing', 'past_due', 'canceled']) })
        .where('userId', '=', id)
        .execute()
    }
    now += one([11, 75, 60 * 9]) * 60_000
    app.setNow(new Date(now))
    await queues.telling?.work(app.ctx, {})
    await queues['stream-mail']?.work(app.ctx, {})
    await runJobs(app.ctx)
    await expectNothingLocked()
  }
  // Makes sure that the test covered something.
  expect(read.mails).toBeGreaterThan(PEOPLE / 2)
  expect(read.named).toBeGreaterThan(3)
  expect(read.messages).toBeGreaterThan(3)

  async function expectNothingLocked() {
    const mails = await readOutbox(app.ctx)
    for (const mail of mails.slice(read.mails)) {
      const reader = people.find(({ email }) => email === mail.to?.[0]?.address)
      const viewer = await findViewer(app.ctx, reader?.id ?? '')
      const whole = JSON.stringify([mail.subject, mail.text, mail.html, mail.headers])
      const found = [...whole.matchAll(LOCKED)]
      if (viewer.class === 'member') {
        read.named += Number(found.length > 0)
        continue
      }
      const open = await openTo(reader)
      const leaks = found
        .map(([word, n]) => ({ word, id: deals[Number(n)] ?? '' }))
        .filter(({ word, id }) => !/^lockedpiece/i.test(word) || !open.has(id))
      expect(leaks, `to a ${viewer.class}: ${mail.subject}`).toEqual([])
    }
    read.mails = mails.length
    const messages = screens.devices().flatMap((device) => device.messages.map(({ text }) => text))
    expect(messages.filter((text) => text.search(LOCKED) !== -1)).toEqual([])
    read.messages = messages.length
  }

  /** Returns the deals that a person may see by name, according to the feed. */
  async function openTo(reader: Person | undefined) {
    const { deals: listed } = (
      await app.as(reader as Person).inject({ url: '/api/deals?limit=48' })
    ).json() as { deals: Array<{ id: string; isAccessible: boolean }> }
    return new Set(listed.filter(({ isAccessible }) => isAccessible).map(({ id }) => id))
  }
})
