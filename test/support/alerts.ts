import { beforeEach, expect } from 'vitest'
import { proveInbox } from '#app/accounts/server/accounts.ts'
import { updateDeal } from '#app/deals/server/editing/editing.ts'
import type { AlertChoice } from '#app/mailings/mailings.facts.ts'
import { chooseStreams } from '#app/mailings/server/choices.ts'
import { tellingQueue } from '#app/notices/server/alerts/work.ts'
import { createPostOutside } from '#app/server/outside-fetch.ts'
import { pushStandIn } from '#sandbox/push/push.ts'
import { createDeal, createMember, type Person } from './factories.ts'
import { readOutbox, runJobs } from './jobs.ts'
import { useTestApp } from './test-app.ts'

/** 11:00 in Toronto on a day in the future, because jobs go by the database’s clock. */
export const START = new Date('2036-11-20T16:00:00Z')

/** An app without deals at `START`, with a new member for each test and what that member is told. */
export function useAlerts() {
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

  const goOn = (ms: number) => app.setNow(new Date(START.getTime() + ms))

  const member = {} as Person
  beforeEach(async () => {
    app.setNow(START)
    await app.db.deleteFrom('deals').execute()
    await app.db.deleteFrom('mails').execute()
    Object.assign(member, await createMember(app.ctx))
  })

  const look = async (ctx = app.ctx) => {
    await tellingQueue.work(ctx, {})
    await runJobs(ctx)
  }
  async function keep(who = member, deal = {}) {
    const { id } = await createDeal(app.ctx, {
      ...{ salePriceCents: 22_000, originalPriceCents: 50_000, brandName: 'Maison Test' },
      ...deal,
    })
    const saved = await app.as(who).inject({ method: 'PUT', url: `/api/saved/${id}` })
    expect(saved.statusCode).toBe(200)
    return id
  }
  const setPrice = (id: string, price: number) =>
    app.db
      .transaction()
      .execute((trx) => updateDeal(trx, app.ctx, id, { salePriceCents: price * 100 }))
  const inboxOf = async (who = member) =>
    (await app.as(who).inject({ url: '/api/notices' })).json().notices as Array<{
      kind: string
      dealId: string
      facts: object
    }>
  const kinds = async (who = member) => (await inboxOf(who)).map(({ kind }) => kind)

  async function takeMail(
    who: Person,
    alerts: AlertChoice,
    timeZone = 'America/Toronto',
    hour = 9,
  ) {
    await app.db.transaction().execute((trx) => proveInbox(trx, app.ctx, who.id))
    const wish = { edition: 'never' as const, editionWeekday: 0, alerts, hour, timeZone }
    const wording = { edition: '', alerts: 'Alerts' }
    await chooseStreams(app.ctx, { userId: who.id, wish, wording, place: 'test' })
  }
  const mailsTo = async ({ email }: Person) =>
    (await readOutbox(app.ctx)).filter(({ to }) => to?.[0]?.address === email)

  async function addDevice(who: Person, timeZone = 'America/Toronto') {
    const made = await app.inject({ method: 'POST', url: '/sandbox/push/devices' })
    const { endpoint, keys } = made.json()
    const payload = { endpoint, keys, timeZone }
    const added = await app.as(who).inject({ method: 'POST', url: '/api/push/devices', payload })
    expect(added.statusCode).toBe(200)
    const id = endpoint.split('/').at(-1) as string
    const screen = () => screens.devices().find((each) => each.id === id)
    return {
      payload,
      screen,
      shown: () => (screen()?.messages ?? []).map(({ text }) => JSON.parse(text)),
      answer: (answer: string) =>
        app.inject({
          method: 'POST',
          url: `/sandbox/push/devices/${id}`,
          payload: `answer=${answer}`,
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        }),
      devices: async () => (await app.as(who).inject({ url: '/api/push' })).json().devices,
    }
  }

  return { app, member, goOn, look, keep, setPrice, inboxOf, kinds, takeMail, mailsTo, addDevice }
}
