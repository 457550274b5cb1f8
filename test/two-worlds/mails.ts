import { ANNOUNCEMENT_MAIL } from '#app/mailings/announcements.facts.ts'
import {
  enqueueMembershipMail,
  MAIL_DATA,
  type MembershipMail,
} from '#app/membership/server/mails/mails.ts'
import { queueStreamMails } from '#app/server/mail/streams.ts'
import { ANNOUNCEMENT } from '#app/shared/mail-streams.ts'
import { createPerson } from '#test/support/factories.ts'
import { readOutbox, runJobs } from '#test/support/jobs.ts'
import { createPaidCheckout } from '#test/support/paying/membership.ts'
import type { TestApp } from '#test/support/test-app.ts'
import { findCanaryIn, maskRandom } from './compare.ts'
import { NOW } from './world.ts'

const READER = 'none@people.test'

/** Writes every kind of mail in both worlds; returns what differs or shows paid content. */
export async function findMailLeaks(one: TestApp, two: TestApp): Promise<string[]> {
  const [first, second] = [await writeAll(one), await writeAll(two)]
  const leaks = first.flatMap((mail, index) =>
    mail === second[index] ? [] : `the mail "${mail.split('\n')[0]}" differs between the worlds`,
  )
  for (const mail of [...first, ...second]) {
    const shown = findCanaryIn(mail)
    if (shown) leaks.push(`the mail "${mail.split('\n')[0]}" shows "${shown}"`)
  }
  return leaks
}

async function writeAll({ ctx, db }: TestApp): Promise<string[]> {
  const { id: checkoutId } = await createPaidCheckout(ctx, { email: READER })
  // The payment provider's clock is real, so this day has to be in the future whenever the test runs.
  const later = new Date('2199-06-01T12:00:00Z')
  const about = { subscriptionId: 'sub-of-a-mail', plan: 'annual', amountCents: 9700 }
  await db
    .insertInto('subscriptions')
    .values({ id: about.subscriptionId, status: 'trialing', plan: 'annual' })
    .execute()
  const data = {
    ...about,
    ...{ checkoutId, trialEndsAt: later, renewsAt: later, paidAt: NOW, endsAt: later },
    ...{ days: 3, until: later, isTrial: false, isEnding: false },
  }
  for (const template of Object.keys(MAIL_DATA)) {
    const mail = { template, key: `${template}:two-worlds`, to: READER, data } as MembershipMail
    await db.transaction().execute((trx) => enqueueMembershipMail(trx, ctx, mail))
  }
  await promiseLetterToAll({ ctx, db })
  await runJobs(ctx, { everything: true })
  const unsent = db.selectFrom('mails').select('key').where('state', '<>', 'sent')
  const [missing] = await unsent.where('key', 'like', '%:two-worlds').execute()
  if (missing) throw new Error(`The mail ${missing.key} was not written.`)
  const mails = await readOutbox(ctx)
  return mails
    .map(({ subject, to, text, html }) =>
      maskRandom([subject, JSON.stringify(to), text, html].join('\n')),
    )
    .toSorted()
}

/** Queues an announcement to one person. */
async function promiseLetterToAll({ ctx, db }: Pick<TestApp, 'ctx' | 'db'>): Promise<void> {
  const { id: userId, email: to } = await createPerson(ctx, 'announced@people.test')
  const announcementId = 'letter-of-two-worlds'
  await db
    .insertInto('announcements')
    .values({
      id: announcementId,
      subject: 'Our terms change',
      body: 'Read [our terms](/terms).',
      audience: 'everybody',
      document: 'terms',
      version: 1,
      state: 'done',
      writtenBy: 'An owner',
      changedAt: NOW,
      startedAt: NOW,
    })
    .execute()
  const mail = { stream: ANNOUNCEMENT, template: ANNOUNCEMENT_MAIL, userId, to } as const
  const about = { key: 'letter-to-all:two-worlds', data: { announcementId }, announcementId }
  await db.transaction().execute((trx) => queueStreamMails(trx, ctx, [{ ...mail, ...about }]))
}
