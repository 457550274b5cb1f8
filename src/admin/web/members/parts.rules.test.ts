import { createElement } from 'react'
import { expect, test } from 'vitest'
import type { Member } from '#app/admin/members.contract.ts'
import type { MembershipAct, MembershipOfMember } from '#app/membership/owner-actions.contract.ts'
import { drawPiece } from '#test/drawn/drawn-piece.ts'
import { MailsPart } from './MailsPart.tsx'
import { MembershipPart } from './MembershipPart.tsx'
import { AcceptedPart, AuditLink, ReportsPart, SavingsPart, SessionsPart } from './OtherParts.tsx'
import { PayersFound } from './PayersFound.tsx'
import { PaymentsPart } from './PaymentsPart.tsx'
import { refunding } from './refunding.tsx'

const at = '2026-11-20T15:00:00Z'

const membership: MembershipOfMember = {
  ...{ id: 'sub_1', status: 'active', plan: 'annual', price: 97, since: at, trialEndsAt: null },
  ...{ periodEndsAt: '2027-11-20T15:00:00Z', isEnding: false, endsAt: null, hasEnded: false },
  ...{ isLive: true, card: 'Visa ending in 4242', given: null, leavingCause: null },
  ...{ leavingWhy: null, isAtProvider: true },
}
const payment = {
  ...{ invoiceId: 'in_1', number: 'A-1', amount: 97, refunded: 37, left: 60, currency: 'usd' },
  ...{ paidAt: at, url: 'https://receipts.example/1', dispute: 'needs_response' },
}
const act: MembershipAct = {
  ...{ id: 'act', kind: 'refund', amount: 37, days: null, until: null, state: 'sent-back' },
  ...{ problem: 'expired_or_canceled_card', askedBy: 'Noor', reason: 'As promised', askedAt: at },
  ...{ doneAt: at, invoiceId: 'in_1', canSendAgain: true },
}
const mail = (number: number) => ({
  ...{ id: `mail-${number}`, template: 'trial-ending', state: 'sent', isLate: false, attempts: 1 },
  ...{ problem: null, at, finishedAt: null, canResend: number === 0 },
})

const member: Member = {
  ...{ id: 'ada', auditId: 'account of Ada', email: 'ada@people.test', since: at },
  ...{ isConfirmed: true, passwordChangedAt: null, accepted: [], reports: [], sessions: [] },
  unconnected: 0,
  membership: { memberships: [membership], payments: [payment], acts: [act] },
  guarantee: null,
  mail: { takes: null, stopped: null, mails: [], total: 0 },
  savings: { trips: 0, recorded: 0, confirmed: 0, entries: [] },
}

const doing = (change: Partial<Member> = {}) => ({
  member: { ...member, ...change },
  ask: () => {},
  send: () => Promise.resolve(),
})
const drawMembership = (change: Partial<MembershipOfMember>) =>
  drawPiece(
    createElement(
      MembershipPart,
      doing({
        membership: { memberships: [{ ...membership, ...change }], payments: [], acts: [] },
      }),
    ),
  )

test.each<[string, Partial<MembershipOfMember>, string[]]>([
  ['one that runs', {}, ['Give days', 'End with the period', 'End at once']],
  ['one that ends', { isEnding: true }, ['Give days', 'End at once']],
  ['one whose payment is open', { status: 'past_due' }, ['End at once']],
  ['one that has ended', { isLive: false, hasEnded: true }, []],
])('what can be done to %s', (_, change, buttons) => {
  expect(drawMembership(change).buttons).toEqual(buttons)
})

test('a trial is said with its day, but for days that were given, and so is why somebody leaves', () => {
  const trialEndsAt = '2026-11-23T15:00:00Z'
  expect(drawMembership({ trialEndsAt }).words).toContain('Trial until November 23, 2026')
  const given = { days: 7, until: at, isTrial: false }
  expect(drawMembership({ trialEndsAt, given }).words).not.toContain('Trial until')
  const leaving = { leavingCause: 'cancellation_requested', leavingWhy: 'too_expensive' }
  expect(drawMembership(leaving).words).toContain('Leaving asked for; why: too expensive')
})

test('what a bank returned goes out again, at most as much as is left of its payment', () => {
  const again = (change: Partial<Member['membership']>) =>
    drawPiece(
      createElement(MembershipPart, doing({ membership: { ...member.membership, ...change } })),
    ).buttons.includes('Send it again')
  expect(again({})).toBe(true)
  expect(again({ payments: [{ ...payment, left: 0 }] })).toBe(false)
  expect(again({ acts: [{ ...act, canSendAgain: false }] })).toBe(false)

  const sent: unknown[] = []
  const send = async (...all: unknown[]) => void sent.push(all)
  const { fields, text, run } = refunding({ ...payment, left: 20 }, send, { id: 'act', amount: 37 })
  expect(drawPiece(fields?.({})).html).toMatch(/max="20" .*value="20.00"/)
  expect(drawPiece(text).words).toContain('The bank returned $37.00.')
  run({ amount: '20', reason: 'A new card' }, 'press')
  expect(sent).toMatchObject([
    ['refunds', { againOf: 'act', invoiceId: 'in_1', amount: 20, seenLeft: 20 }, expect.anything()],
  ])
})

test('of a payment its receipt, what went back and a chargeback are said, and what is left can go back', () => {
  const drawn = drawPiece(createElement(PaymentsPart, doing()))
  expect(drawn.words).toContain('A-1 · $37.00 sent back · chargeback: needs response Refund')
  expect(drawn.links).toMatchObject([{ words: 'A-1', to: 'https://receipts.example/1' }])
  const gone = { ...member.membership, payments: [{ ...payment, left: 0 }] }
  expect(drawPiece(createElement(PaymentsPart, doing({ membership: gone }))).buttons).toEqual([])
  const guarantee = {
    ...{ startsAt: at, endsAt: at, paidMonths: 3.9, recorded: 10, confirmed: 5.5 },
    ...{ claim: 'paid', paidBack: 97 },
  }
  expect(drawPiece(createElement(PaymentsPart, doing({ guarantee }))).words).toContain(
    'Guarantee: 3 of 12 months paid, $15.50 saved; claim: paid, $97.00 paid back.',
  )
})

test('of other payments with the same address it is said that they wait, and where', () => {
  const drawn = (unconnected: number) =>
    drawPiece(createElement(PaymentsPart, doing({ unconnected })))
  expect(drawn(1).words).toContain(
    '1 other payment with this address waits for an account. Look at it',
  )
  expect(drawn(2).words).toContain(
    '2 other payments with this address wait for an account. Look at them',
  )
  expect(drawn(2).links.at(-1)).toMatchObject({ to: '/admin/members?q=ada%40people.test' })
  expect(drawn(0).words).not.toContain('waits for an account')
})

test('the newest eight mails stand open, the others folded away, and what can be sent again says so', () => {
  const mails = Array.from({ length: 10 }, (_, number) => mail(number))
  const takes = { edition: 'daily', alerts: 'none' }
  const drawn = drawPiece(
    createElement(MailsPart, doing({ mail: { takes, stopped: 'complaint', mails, total: 40 } })),
  )
  const [open = '', folded = ''] = drawn.html.split('<details')
  expect(open.match(/Trial ending<\/span>/g)).toHaveLength(8)
  expect(folded.match(/Trial ending<\/span>/g)).toHaveLength(2)
  expect(drawn.words).toContain('2 more')
  expect(drawn.words).toContain('The newest of 40.')
  expect(drawn.words).toContain('Stopped by a complaint.')
  expect(drawn.buttons).toEqual(['Send a password link', 'Again'])
})

test('trips, reports, sessions and what was accepted are said as they are', () => {
  const entries = [
    { at, brand: null, dealId: 'a', state: 'confirmed', saving: 12 },
    { at, brand: 'Fold', dealId: 'b', state: 'returned', saving: 12 },
  ]
  const savings = { trips: 2, recorded: 1, confirmed: 12, entries }
  expect(drawPiece(createElement(SavingsPart, { ...member, savings })).words).toContain(
    '2 trips · $12.00 confirmed, $1.00 recorded A deal without a brand confirmed, $12.00 saved November 20, 2026 Fold sent back November 20, 2026',
  )
  const report = { at, on: '2026-11-20', kind: 'price', brand: 'Fold', dealId: 'b' }
  const reports = [{ ...report, words: 'It is $90', outcome: null }]
  expect(drawPiece(createElement(ReportsPart, { ...member, reports })).words).toContain(
    'Another price, Fold not answered November 20, 2026 It is $90',
  )
  const sessions = [{ createdAt: at, lastSeenAt: at, browser: null, system: 'iOS' }]
  const drawn = drawPiece(createElement(SessionsPart, doing({ sessions })))
  expect(drawn.words).toContain('iOS here ')
  expect(drawn.buttons).toEqual(['End sessions'])
  expect(drawPiece(createElement(SessionsPart, doing())).buttons).toEqual([])
  const terms = { document: 'terms', at } as const
  const accepted = [
    { ...terms, version: null, place: 'sign-up', isPutOff: false },
    { ...terms, version: 2, place: 'asked', isPutOff: false },
    { ...terms, version: 3, place: 'asked', isPutOff: true },
  ]
  const { words } = drawPiece(createElement(AcceptedPart, { ...member, accepted }))
  expect(words).toMatch(/from before versions were counted, by signing up/)
  expect(words).toMatch(/version 2, when asked .*version 3, asked, and put off/)
  expect(drawPiece(createElement(AuditLink, member)).links).toMatchObject([
    { to: '/admin/audit?kind=member&subjectId=account%20of%20Ada' },
  ])
})

test('of who paid and has no account it is said what is known', () => {
  const payer = {
    ...{
      checkoutId: 'c1',
      email: 'ada@people.test',
      paidAt: at,
      plan: 'annual',
      amount: 97,
      refunded: 0,
    },
    ...{ standing: null, subscriptionId: 'sub_1', linkMailedAt: null },
  }
  const { words } = drawPiece(createElement(PayersFound, { payers: [payer] }))
  expect(words).toContain('ada@people.test Not told yet')
  expect(words).toContain('No link to make the account was mailed yet. At the provider: sub_1')
})
