import { expect, test } from 'vitest'
import { mailTemplates } from '#app/mails.ts'
import { newId } from '#app/server/ids.ts'
import { renderLetter } from '#app/server/mail/layout.ts'
import type { Letter } from '#app/server/mail/mail.ts'
import { businessDay, momentsAt } from '#app/shared/dates.ts'
import { MONTHLY_GUARANTEE, offer } from '#app/shared/offer.ts'
import { createPerson, createSubscription } from '#test/support/factories.ts'
import { createPaidCheckout } from '#test/support/paying/membership.ts'
import { AT, tell } from '#test/support/paying/membership-mails.ts'
import { useTestApp } from '#test/support/test-app.ts'

const app = useTestApp({ environment: { PUBLIC_URL: 'https://club.example' } })

test('a receipt says what was paid, when by the day in Toronto, and for how long', async () => {
  const mail = await tell(app.ctx, {
    template: 'receipt',
    data: {
      plan: 'annual',
      amountCents: 9700,
      number: 'NDC-0001',
      paidAt: AT,
      periodEndsAt: new Date('2027-11-28T03:30:00Z'),
    },
  })
  expect(mail?.subject).toBe('Your receipt: $97.00')
  for (const fact of [
    '$97.00',
    'NDC-0001',
    'Friday, November 27, 2026',
    'November 27, 2026 – November 27, 2027',
    'https://club.example/account',
  ]) {
    expect(mail?.html?.replaceAll('&nbsp;', ' ')).toContain(fact)
    expect(mail?.text).toContain(fact)
  }
})

test('a trial that has started names the plan, the day, the price and how to cancel', async () => {
  const mail = await tell(app.ctx, {
    template: 'trial-started',
    data: { plan: 'monthly', trialEndsAt: AT },
  })
  for (const fact of [
    'Monthly membership',
    'Friday, November 27, 2026',
    '$12.00 a month',
    'Cancel',
    'https://club.example/account',
  ]) {
    expect(mail?.html?.replaceAll('&nbsp;', ' ')).toContain(fact)
    expect(mail?.text).toContain(fact)
  }
})

test('a trial with a sale names the first price and the one after it', async () => {
  const mail = await tell(app.ctx, {
    template: 'trial-started',
    data: { plan: 'annual', amountCents: 6700, trialEndsAt: AT },
  })
  expect(mail?.text).toMatch(/Amount then: +\$67\.00\nAfter that: +\$97\.00 a year/)
})

test.each([
  ['is still on trial', { status: 'trialing' }, true],
  ['has cancelled', { status: 'trialing', cancelAtPeriodEnd: true }, false],
  ['has cancelled for a day', { status: 'trialing', cancelAt: AT }, false],
  ['is a member already', { status: 'active' }, false],
  ['has left', { status: 'canceled' }, false],
])(
  'who %s is told that the trial ends tomorrow only while it does (%j: %s)',
  async (_, draft, isTold) => {
    const person = await createPerson(app.ctx)
    const { id } = await createSubscription(app.ctx, person, draft)
    const tomorrow = new Date(app.ctx.now().getTime() + 24 * 60 * 60 * 1000)
    const mail = await tell(app.ctx, {
      template: 'trial-ends-tomorrow',
      data: { subscriptionId: id, plan: 'annual', amountCents: 9700, trialEndsAt: tomorrow },
    })
    expect(mail !== undefined).toBe(isTold)
  },
)

test.each([
  ['annual', 9700, false],
  ['monthly', 1200, true],
] as const)(
  'before the %s plan is paid it is said what the guarantee asks',
  async (plan, amountCents, asks) => {
    const person = await createPerson(app.ctx)
    const { id } = await createSubscription(app.ctx, person, { status: 'trialing', plan })
    const trialEndsAt = new Date(app.ctx.now().getTime() + 24 * 60 * 60 * 1000)
    const data = { subscriptionId: id, plan, amountCents, trialEndsAt }
    const mail = await tell(app.ctx, { template: 'trial-ends-tomorrow', data })
    const words = mail?.text?.replace(/\s+/g, ' ') ?? ''
    expect(words).toContain(offer.guarantee)
    expect(words.includes(MONTHLY_GUARANTEE)).toBe(asks)
  },
)

test('that a trial ends tomorrow is not told when it has ended', async () => {
  const person = await createPerson(app.ctx)
  const { id } = await createSubscription(app.ctx, person, { status: 'trialing' })
  const data = { subscriptionId: id, plan: 'annual', amountCents: 9700 } as const
  const trialEndsAt = new Date(app.ctx.now().getTime() - 1000)
  expect(
    await tell(app.ctx, { template: 'trial-ends-tomorrow', data: { ...data, trialEndsAt } }),
  ).toBeUndefined()
})

test('whose trial ends today already is told so, and until when to cancel', async () => {
  const person = await createPerson(app.ctx)
  const { id } = await createSubscription(app.ctx, person, { status: 'trialing' })
  const data = { subscriptionId: id, plan: 'annual', amountCents: 9700 } as const
  const told = (trialEndsAt: Date) =>
    tell(app.ctx, { template: 'trial-ends-tomorrow', data: { ...data, trialEndsAt } })
  const [tonight] = momentsAt(businessDay(app.ctx.now()), '23:59')
  const today = await told(tonight ?? app.ctx.now())
  expect(today?.subject).toBe('Your free trial ends today')
  expect(today?.text?.replace(/\s+/g, ' ')).toContain('cancel before 23:59 Toronto time and pay')
  const tomorrow = await told(new Date((tonight?.getTime() ?? 0) + 2 * 60_000))
  expect(tomorrow?.subject).toBe('Your free trial ends tomorrow')
  expect(tomorrow?.text).toContain('cancel today and pay')
})

test.each([
  ['goes on', { status: 'active' }, 1, true],
  ['goes on with days that were given', { status: 'trialing' }, 1, true],
  ['has renewed', { status: 'active' }, -1, false],
  ['was cancelled', { status: 'active', cancelAtPeriodEnd: true }, 1, false],
  ['was cancelled for a day', { status: 'active', cancelAt: AT }, 1, false],
  ['waits for a payment', { status: 'past_due' }, 1, false],
  ['has ended', { status: 'canceled' }, 1, false],
])('that a year renews is told while it will: it %s', async (_, draft, days, isTold) => {
  const person = await createPerson(app.ctx)
  const { id } = await createSubscription(app.ctx, person, draft)
  const renewsAt = new Date(app.ctx.now().getTime() + days * 24 * 60 * 60 * 1000)
  const data = { subscriptionId: id, plan: 'annual', amountCents: 9700, renewsAt } as const
  const mail = await tell(app.ctx, { template: 'renewal-coming', data })
  expect(mail !== undefined).toBe(isTold)
})

test('who cancelled is told until when, even after resuming', async () => {
  const mail = await tell(app.ctx, { template: 'cancelled', data: { plan: 'annual', endsAt: AT } })
  expect(mail?.text).toMatch(/Last day: +Friday, November 27, 2026/)
})

test('who leaves is not said to have been charged, nor to be gone before the last day', async () => {
  const leaving = await tell(app.ctx, {
    template: 'cancelled',
    data: { plan: 'annual', endsAt: AT },
  })
  const gone = await tell(app.ctx, { template: 'ended', data: { plan: 'annual', endedAt: AT } })
  for (const mail of [leaving, gone]) {
    expect(mail?.text).toContain('Nothing more is charged')
    expect(mail?.text).not.toContain('charged again')
  }
  expect(leaving?.text).toContain('because of your membership')
  expect(gone?.text).toContain('because you had a membership')
})

test('whose payment failed is told what happens next', async () => {
  const data = { plan: 'annual', amountCents: 9700 } as const
  const again = await tell(app.ctx, {
    template: 'payment-failed',
    data: { ...data, nextAttemptAt: AT },
  })
  expect(again?.text).toMatch(/Next attempt: +Friday, November 27, 2026/)
  const last = await tell(app.ctx, {
    template: 'payment-failed',
    data: { ...data, nextAttemptAt: null },
  })
  expect(last?.text).not.toContain('Next attempt')
  expect(last?.text).toContain('We will not try again by ourselves')
})

test('a mail whose data is not what it needs is not sent half-written', async () => {
  const broken = { plan: 'lifetime', endsAt: AT } as never
  expect(await tell(app.ctx, { template: 'cancelled', data: broken })).toBeUndefined()
  expect(app.logLines.join('')).toContain('ZodError')
})

test('every mail tells who sends it, why, and leads only to pages of ours', async () => {
  const letters: Letter[] = []
  const person = await createPerson(app.ctx)
  const { id: checkoutId } = await createPaidCheckout(app.ctx, { email: person.email })
  const { id: subscriptionId } = await createSubscription(app.ctx, person, { status: 'trialing' })
  const signUpId = newId()
  const asked = { userId: person.id, passwordHash: null, bindingHash: '', returnTo: null }
  await app.db
    .insertInto('signUps')
    .values({ id: signUpId, createdAt: AT, ...asked })
    .execute()
  const changes = { userId: person.id, oldEmail: person.email, createdAt: app.ctx.now() }
  const [open, confirmed] = [newId(), newId()]
  for (const [id, confirmedAt] of [
    [open, null],
    [confirmed, app.ctx.now()],
  ] as const) {
    const expiresAt = new Date(app.ctx.now().getTime() + 60_000)
    const change = { ...changes, newEmail: `${id}@people.test`.toLowerCase(), expiresAt }
    await app.db
      .insertInto('emailChanges')
      .values({ id, ...change, confirmedAt, stoppedAt: null })
      .execute()
  }
  const invitationId = newId()
  await app.db
    .insertInto('administratorInvitations')
    .values({
      ...{ id: invitationId, email: person.email, name: 'Ines', role: 'curator' },
      ...{
        invitedBy: 'Mara',
        createdAt: AT,
        expiresAt: new Date(app.ctx.now().getTime() + 60_000),
      },
    })
    .execute()
  const data = {
    invitationId,
    ...{ days: 7, until: AT.toISOString(), isTrial: false, isEnding: false },
    plan: 'annual',
    amountCents: 9700,
    checkoutId,
    signUpId,
    userId: person.id,
    trialEndsAt: new Date(app.ctx.now().getTime() + 60_000),
    renewsAt: new Date(app.ctx.now().getTime() + 60_000),
    paidAt: AT,
    meterCents: 0,
  }
  for (const [template, prepare] of Object.entries(mailTemplates)) {
    // These need the result of a simulated year, and are tested in `test/guarantee`.
    if (/^guarantee-(below|open|held|waiting|saved|sent-back)$/.test(template)) continue
    const stored = {
      ...data,
      what: template.replace('guarantee-', ''),
      ...(/^(trial-ends-tomorrow|renewal-coming)$/.test(template) ? { subscriptionId } : {}),
      changeId: template === 'email-changed' ? confirmed : open,
    }
    const mail = { id: 'id', template, to: person.email, createdAt: AT }
    const letter = await prepare(app.ctx, { ...mail, data: JSON.parse(JSON.stringify(stored)) })
    if (!letter) throw new Error(`${template} has nothing to say.`)
    letters.push(letter)
    const { html, text } = renderLetter(letter, {
      publicUrl: 'https://club.example',
      club: app.ctx.config.club,
    })
    expect(text, template).toContain('support@nouveaudesigner.club')
    expect(text, template).toContain(letter.reason)
    const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href ?? '')
    // The mail about a deleted account has no link into it.
    expect(links.length, template).toBeGreaterThan(template === 'account-deleted' ? 1 : 2)
    for (const link of links) {
      expect(link, template).toMatch(/^(https:\/\/club\.example\/|mailto:support@)/)
    }
    expect(html, template).not.toMatch(/undefined|null|NaN|\[object|Invalid/)
  }
  // A payment that waits and a changed password have two mails each, with the same subject.
  expect(new Set(letters.map((letter) => letter.subject)).size).toBe(letters.length - 2)
})
