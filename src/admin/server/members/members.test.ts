import { beforeAll, describe, expect, test } from 'vitest'
import type { AuditPage } from '#app/admin/audit.contract.ts'
import type { Member } from '#app/admin/members.contract.ts'
import { MEMBERSHIP_ACTS_QUEUE } from '#app/membership/server/owner-actions/acts.ts'
import { REFUNDS_SENT_BACK_QUEUE } from '#app/membership/server/owner-actions/sent-back.ts'
import { syncSubscription } from '#app/membership/server/subscription/sync.ts'
import { queues } from '#app/queues.ts'
import { newId } from '#app/server/ids.ts'
import { openAdmin } from '#test/support/admin.ts'
import { createPerson } from '#test/support/factories.ts'
import { runJobs } from '#test/support/jobs.ts'
import { createPaidCheckout } from '#test/support/paying/membership.ts'
import { createPayer, type Payer, withTrouble } from '#test/support/paying/payer.ts'
import { useTestApp } from '#test/support/test-app.ts'

const app = useTestApp({ hasPayments: true })
const DAY = 24 * 60 * 60
let ada: { cookie: string }
let bea: { cookie: string }
beforeAll(async () => {
  ada = await openAdmin(app, 'Ada')
  bea = await openAdmin(app, 'Bea')
})

const act = (person: { id: string }, what: string, body: object, by = ada) =>
  app.as(by).inject({
    method: 'POST',
    url: `/api/admin/members/${person.id}/${what}`,
    payload: { id: newId(), reason: 'She wrote to us', ...body },
  })
const look = async (person: { id: string }): Promise<Member> =>
  (await app.as(ada).inject({ url: `/api/admin/members/${person.id}` })).json()
const refund = (person: Payer, payment: Member['membership']['payments'][number], amount: number) =>
  [person, 'refunds', { invoiceId: payment.invoiceId, amount, seenLeft: payment.left }] as const

async function workThrough() {
  const only = { [MEMBERSHIP_ACTS_QUEUE]: queues[MEMBERSHIP_ACTS_QUEUE] } as typeof queues
  return runJobs(app.ctx, { everything: true, queues: only })
}

async function mailsTo({ email }: Payer, ...templates: string[]) {
  return app.db
    .selectFrom('mails')
    .select(['template', 'data'])
    .where('recipient', '=', email)
    .where('template', 'in', templates)
    .orderBy('template')
    .orderBy('createdAt')
    .execute()
}

async function givenBack({ subscriptionId }: Payer): Promise<number[]> {
  const { stripe } = app.ctx.payments
  const { customer } = await stripe.subscriptions.retrieve(subscriptionId)
  const { data } = await stripe.charges.list({ customer: String(customer) })
  const lists = await Promise.all(data.map(({ id }) => stripe.refunds.list({ charge: id })))
  return lists.flatMap((list) => list.data.map(({ amount }) => amount))
}

const auditOf = ({ id }: { id: string }) =>
  app.db
    .selectFrom('auditEntries')
    .innerJoin('users', 'users.auditHandle', 'subjectId')
    .select(['action', 'actorName', 'subjectLabel', 'auditHandle', 'after'])
    .where('subjectKind', '=', 'member')
    .where('users.id', '=', id)
    .orderBy('auditEntries.id')
    .execute()
const toldOf = async (person: { id: string }, action: string): Promise<AuditPage['entries']> => {
  const { auditId } = await look(person)
  const query = `kind=member&subjectId=${auditId}&action=${action}`
  return (await app.as(ada).inject({ url: `/api/admin/audit?${query}` })).json().entries
}
const why = (after: string) => expect.arrayContaining([{ field: 'Reason', before: null, after }])

async function firstPayment(person: Payer) {
  const [payment] = (await look(person)).membership.payments
  if (!payment) throw new Error('nothing was paid')
  return payment
}

describe('an owner’s page of a member', () => {
  test('is found by address or its beginning, holds everything, and each look is in the audit', async () => {
    const person = await createPayer(app)
    const found = async (q: string) =>
      (await app.as(ada).inject({ url: `/api/admin/members?q=${encodeURIComponent(q)}` })).json()
    expect((await found(person.email.toUpperCase())).members).toMatchObject([
      { id: person.id, email: person.email, standing: 'active' },
    ])
    const [start = ''] = person.email.split('@')
    expect((await found(start)).members).toMatchObject([{ id: person.id }])
    // Pattern characters match literally, and hostile input finds nobody.
    for (const q of ['%%%', '___', "' or 1=1 --", '\\\\\\', '😀😀😀']) {
      expect(await found(q), q).toMatchObject({ members: [] })
    }
    expect(await found('ab')).toMatchObject({ isTooShort: true, members: [] })
    const member = await look(person)
    expect(member).toMatchObject({
      email: person.email,
      membership: {
        memberships: [{ status: 'active', plan: 'annual', isAtProvider: true }],
        payments: [{ amount: 97, refunded: 0, left: 97 }],
      },
      mail: { mails: [{ template: 'receipt', state: 'queued' }] },
    })
    expect(await auditOf(person)).toMatchObject([
      { action: 'member.looked-at', actorName: 'Ada', subjectLabel: `Member ${member.auditId}` },
    ])
    expect(member.auditId).not.toBe(person.id)
    const nobody = await app.as(ada).inject({ url: '/api/admin/members/nobody' })
    expect(nobody.statusCode).toBe(404)
  })

  test('who paid and has no account yet is found by the address of the payment, until it has one', async () => {
    const waiting = await createPaidCheckout(app.ctx, {
      completedAt: new Date('2026-11-02T12:00:00Z'),
    })
    await createPaidCheckout(app.ctx, { email: `x-${waiting.email}`, status: 'open' })
    const search = async (q: string) =>
      (await app.as(ada).inject({ url: `/api/admin/members?q=${encodeURIComponent(q)}` })).json()
    expect(await search(waiting.email.toUpperCase())).toMatchObject({
      members: [],
      payers: [
        {
          email: waiting.email,
          paidAt: '2026-11-02T12:00:00.000Z',
          plan: 'annual',
          amount: 97,
          standing: 'active',
          subscriptionId: waiting.subscriptionId,
          linkMailedAt: null,
        },
      ],
    })
    expect((await search(waiting.email.slice(0, 6))).payers).toHaveLength(1)
    // An unpaid checkout is no payment, and pattern characters match literally.
    for (const q of [`x-${waiting.email}`, '%%%', '___']) {
      expect((await search(q)).payers, q).toEqual([])
    }
    const link = { tokenHash: newId(), checkoutId: waiting.id, createdAt: app.ctx.now() }
    await app.db
      .insertInto('checkoutLinks')
      .values({ ...link, expiresAt: app.ctx.now() })
      .execute()
    const [again] = (await search(waiting.email)).payers
    expect(again.linkMailedAt).toBe(link.createdAt.toISOString())
    await app.db
      .updateTable('checkouts')
      .set({ claimedAt: app.ctx.now() })
      .where('id', '=', waiting.id)
      .execute()
    expect((await search(waiting.email)).payers).toEqual([])
  })

  test('of a payment that waits it is said what it has brought so far, there and on the page of who has its address', async () => {
    const member = await createPerson(app.ctx)
    const own = await createPaidCheckout(app.ctx, { email: member.email, buyer: member })
    // It started as a trial and was charged on its day, without a page.
    const { id, subscriptionId } = await createPaidCheckout(app.ctx, { email: member.email })
    await app.db.updateTable('checkouts').set({ amountTotal: 0 }).where('id', '=', id).execute()
    await app.db
      .updateTable('payments')
      .set({ refundedCents: 700 })
      .where('subscriptionId', '=', subscriptionId)
      .execute()
    const ask = async (url: string) => (await app.as(ada).inject({ url })).json()
    expect((await ask(`/api/admin/members?q=${member.email}`)).payers).toMatchObject([
      { subscriptionId, amount: 97, refunded: 7 },
    ])
    expect(await ask(`/api/admin/members/${member.id}`)).toMatchObject({
      unconnected: 1,
      membership: { memberships: [{ id: own.subscriptionId }] },
    })
  })

  test('a refund in part goes back once, is refused where others were quicker, and is told', async () => {
    const person = await createPayer(app)
    const payment = await firstPayment(person)
    const [one, other] = await Promise.all([
      act(...refund(person, payment, 30)),
      act(...refund(person, payment, 30), bea),
    ])
    expect([one.statusCode, other.statusCode].toSorted()).toEqual([200, 409])
    const press = newId()
    const rest = await firstPayment(person)
    expect(rest).toMatchObject({ refunded: 30, left: 67 })
    for (let time = 0; time < 2; time += 1) {
      const body = { id: press, invoiceId: rest.invoiceId, amount: 7.5, seenLeft: 67 }
      expect((await act(person, 'refunds', body)).statusCode).toBe(200)
    }
    expect((await givenBack(person)).toSorted()).toEqual([3000, 750])
    expect((await act(...refund(person, await firstPayment(person), 60))).statusCode).toBe(400)
    const bad = await act(person, 'refunds', { ...rest, amount: 1, seenLeft: 59.5, reason: ' ' })
    expect(bad.json()).toMatchObject({ fields: { reason: 'Say why, in a few words' } })
    expect(await mailsTo(person, 'refunded')).toMatchObject([
      { data: { amountCents: 3000 } },
      { data: { amountCents: 750 } },
    ])
    const amount = (after: string) => ({ field: 'Amount', before: null, after })
    const noted = await toldOf(person, 'member.refund')
    expect(noted).toMatchObject([
      { changes: expect.arrayContaining([amount('$7.50')]) },
      { changes: expect.arrayContaining([amount('$30.00')]) },
    ])
    for (const { changes } of noted) expect(changes).toEqual(why('She wrote to us'))
    expect(JSON.stringify(await auditOf(person))).not.toContain('wrote to us')
  })

  test('a provider that fails at each step loses no refund, no days, and does nothing twice', async () => {
    const person = await createPayer(app)
    const payment = await firstPayment(person)
    await withTrouble(app, { isDown: true }, async () => {
      expect((await act(...refund(person, payment, 20))).statusCode).toBe(503)
    })
    expect((await look(person)).membership.acts).toEqual([])
    // The provider carries out the request but reports a failure.
    const { processor } = app.payments
    const until = (await look(person)).membership.memberships[0]?.periodEndsAt
    processor.setSwitches({ failAfterWork: true })
    const asked = await act(...refund(person, payment, 20))
    expect(asked.json().membership.acts).toMatchObject([{ kind: 'refund', state: 'asked' }])
    const days = await act(person, 'days', { days: 7, seenUntil: until })
    processor.setSwitches({ failAfterWork: false })
    expect(days.json().membership.acts).toMatchObject([{ kind: 'days', state: 'asked' }, {}])
    expect((await act(person, 'days', { days: 7, seenUntil: until })).statusCode).toBe(409)
    await workThrough()
    await workThrough()
    expect((await look(person)).membership.acts).toMatchObject([
      { kind: 'days', state: 'done', days: 7 },
      { kind: 'refund', state: 'done', amount: 20 },
    ])
    expect(await givenBack(person)).toEqual([2000])
    expect(await mailsTo(person, 'refunded', 'days-given', 'trial-started')).toMatchObject([
      { template: 'days-given', data: { days: 7, isTrial: false } },
      { template: 'refunded' },
    ])
    const after = (await look(person)).membership.memberships[0]
    const moved = Date.parse(String(after?.periodEndsAt)) - Date.parse(String(until))
    expect(moved).toBe(7 * 24 * 60 * 60 * 1000)
    // The member sees them, as one who has paid.
    const own = await app.as(person).inject({ url: '/api/subscription' })
    expect(own.json()).toMatchObject({ isMember: true, given: { days: 7, isTrial: false } })
  })

  test('no days are given while the bill of a new period is about to be taken', async () => {
    const person = await createPayer(app, { isTrial: true })
    app.payments.processor.advance(3 * DAY + 10 * 60)
    await syncSubscription(app.ctx, person.subscriptionId)
    const until = (await look(person)).membership.memberships[0]?.periodEndsAt
    const refused = await act(person, 'days', { days: 7, seenUntil: until })
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'being-charged'])
    expect((await look(person)).membership.acts).toEqual([])
  })

  test('a refund that the bank returns says so, is told and noted once, and goes out again once', async () => {
    const person = await createPayer(app)
    const payment = await firstPayment(person)
    const { processor } = app.payments
    const failNewest = () => processor.failRefund(String(processor.objects('refund')[0]?.id))
    const hear = async () => {
      const only = { [REFUNDS_SENT_BACK_QUEUE]: queues[REFUNDS_SENT_BACK_QUEUE] } as typeof queues
      await runJobs(app.ctx, { everything: true, queues: only })
    }
    await act(...refund(person, payment, 30))
    await app.payments.deliverAll()
    await hear()
    const [done] = (await look(person)).membership.acts
    expect(done).toMatchObject({ state: 'done', canSendAgain: false })

    failNewest()
    await app.payments.deliverAll()
    const again = { invoiceId: payment.invoiceId }
    await Promise.all([hear(), queues[REFUNDS_SENT_BACK_QUEUE]?.work(app.ctx, again)])
    await queues[REFUNDS_SENT_BACK_QUEUE]?.work(app.ctx, again)
    expect((await look(person)).membership).toMatchObject({
      payments: [{ refunded: 0, left: 97 }],
      acts: [{ id: done?.id, state: 'sent-back', canSendAgain: true, amount: 30 }],
    })
    expect(await mailsTo(person, 'refund-sent-back')).toMatchObject([
      { data: { amountCents: 3000 } },
    ])
    const noted = async () =>
      (await auditOf(person)).filter(({ action }) => action === 'member.refund-sent-back')
    expect(await noted()).toMatchObject([{ actorName: 'The server', after: { amount: '$30.00' } }])

    // Only the first request sends it; then there is nothing to send again.
    const body = { ...again, amount: 30, seenLeft: 97, againOf: done?.id }
    const pressed = await Promise.all([
      act(person, 'refunds', body),
      act(person, 'refunds', body, bea),
    ])
    expect(pressed.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    expect((await act(person, 'refunds', { ...body, seenLeft: 67 })).statusCode).toBe(409)
    const [second, first] = (await look(person)).membership.acts
    expect(second).toMatchObject({ state: 'done', amount: 30 })
    expect(first).toMatchObject({ state: 'sent-back', canSendAgain: false })
    expect(await firstPayment(person)).toMatchObject({ refunded: 30, left: 67 })
    const other = await createPayer(app)
    const strange = { ...body, invoiceId: (await firstPayment(other)).invoiceId }
    expect((await act(other, 'refunds', strange)).statusCode).toBe(404)

    // No event arrives this time: the job checks for thirty days.
    failNewest()
    await queues['refunds-watched']?.work(app.ctx, {})
    await hear()
    expect((await look(person)).membership).toMatchObject({
      payments: [{ refunded: 0, left: 97 }],
      acts: [{ id: second?.id, state: 'sent-back', canSendAgain: true }, { canSendAgain: false }],
    })
    await app.payments.deliverAll()
    await hear()
    expect(await mailsTo(person, 'refund-sent-back')).toHaveLength(2)
    expect(await noted()).toHaveLength(2)
  })

  test('a refund that the bank returns is looked for as soon as the provider tells of it', async () => {
    const person = await createPayer(app)
    const { processor } = app.payments
    const hear = async () => {
      await app.payments.deliverAll()
      const only = { [REFUNDS_SENT_BACK_QUEUE]: queues[REFUNDS_SENT_BACK_QUEUE] } as typeof queues
      await runJobs(app.ctx, { everything: true, queues: only })
    }
    await act(...refund(person, await firstPayment(person), 30))
    await hear()
    processor.failRefund(String(processor.objects('refund')[0]?.id))
    await hear()
    expect((await look(person)).membership.acts).toMatchObject([{ state: 'sent-back' }])
  })

  test('a refund that a chargeback takes along is noted, and no letter says that it came back', async () => {
    const person = await createPayer(app)
    const { processor } = app.payments
    await act(...refund(person, await firstPayment(person), 30))
    await app.payments.deliverAll()
    processor.failRefund(String(processor.objects('refund')[0]?.id))
    processor.openDispute(String(processor.objects('charge')[0]?.id))
    await app.payments.deliverAll()
    const only = { [REFUNDS_SENT_BACK_QUEUE]: queues[REFUNDS_SENT_BACK_QUEUE] } as typeof queues
    await runJobs(app.ctx, { everything: true, queues: only })
    expect((await look(person)).membership.acts).toMatchObject([{ state: 'sent-back' }])
    expect(await mailsTo(person, 'refund-sent-back')).toEqual([])
  })

  test('ends with the period, then at once; signs out; sends mails again; with a mail for each', async () => {
    const person = await createPayer(app)
    const [later, twice] = [
      await act(person, 'end', { when: 'period-end' }),
      await act(person, 'end', { when: 'period-end' }, bea),
    ]
    expect(later.json().membership.memberships).toMatchObject([{ isEnding: true, hasEnded: false }])
    expect(twice.json()).toMatchObject({ code: 'already-ending' })
    const now = await act(person, 'end', { when: 'now' })
    expect(now.json().membership.memberships).toMatchObject([
      { hasEnded: true, leavingCause: 'cancellation_requested' },
    ])
    expect((await act(person, 'days', { days: 1, seenUntil: null })).statusCode).toBe(409)
    const told = await mailsTo(person, 'cancelled', 'ended')
    expect(told).toMatchObject([
      { template: 'cancelled', data: { isByUs: true } },
      { template: 'ended', data: { isByUs: true } },
    ])
    expect((await act(person, 'sign-out', {})).json()).toMatchObject({ sessions: [] })
    expect((await app.as(person).inject({ url: '/api/user' })).statusCode).toBe(401)
    // The same form id for two people is not a repetition.
    const other = await createPayer(app)
    const form = { id: newId() }
    for (const each of [person, other]) {
      expect((await act(each, 'links', form)).statusCode).toBe(200)
    }
    expect(await mailsTo(other, 'password-reset')).toHaveLength(1)
    await app.db
      .updateTable('mails')
      .set({ state: 'refused', finishedAt: app.ctx.now() })
      .where('recipient', '=', person.email)
      .where('template', '=', 'receipt')
      .execute()
    const { mails } = (await look(person)).mail
    const receipt = mails.find(({ template }) => template === 'receipt')
    expect(receipt).toMatchObject({ state: 'refused', canResend: true })
    const press = newId()
    for (let time = 0; time < 2; time += 1) {
      await act(person, `mails/${receipt?.id}`, { id: press })
    }
    expect(await mailsTo(person, 'receipt', 'signed-out', 'password-reset')).toHaveLength(4)
    expect(await toldOf(person, 'member.mail-sent-again')).toMatchObject([
      { changes: why('She wrote to us') },
    ])
    const waiting = mails.find(({ template }) => template === 'signed-out')
    expect((await act(person, `mails/${waiting?.id}`, {})).statusCode).toBe(409)
    // Mail to the former address is not sent again to the new one.
    const email = `other-${person.email}`
    await app.db
      .insertInto('emailChanges')
      .values({
        ...{ id: newId(), userId: person.id, oldEmail: person.email, newEmail: email },
        ...{ createdAt: app.ctx.now(), expiresAt: app.ctx.now(), confirmedAt: app.ctx.now() },
      })
      .execute()
    await app.db.updateTable('users').set({ email }).where('id', '=', person.id).execute()
    const old = (await look(person)).mail.mails.find(({ id }) => id === receipt?.id)
    expect(old).toMatchObject({ state: 'refused', canResend: false })
    expect((await act(person, `mails/${receipt?.id}`, {})).statusCode).toBe(404)
    expect(new Set((await auditOf(person)).map(({ action }) => action))).toEqual(
      new Set([
        'member.end-later',
        'member.end-now',
        'member.signed-out',
        'member.link-sent',
        'member.looked-at',
        'member.mail-sent-again',
      ]),
    )
  })
})
