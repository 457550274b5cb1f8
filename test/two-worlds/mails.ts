import {
  enqueueMembershipMail,
  MAIL_DATA,
  type MembershipMail,
} from '#app/membership/server/mails/mails.ts'
import { readOutbox, runJobs } from '#test/support/jobs.ts'
import { createPaidCheckout } from '#test/support/paying/membership.ts'
import type { TestApp } from '#test/support/test-app.ts'
import { findCanaryIn, maskRandom } from './compare.ts'
import { NOW } from './world.ts'

const READER = 'none@people.test'

/** Writes every mail there is in both worlds; answers what differs or shows paid content. */
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
  // The payment provider's clock is the real one: a day that is ahead whenever this is run.
  const later = new Date('2199-06-01T12:00:00Z')
  const about = { subscriptionId: 'sub-of-a-mail', plan: 'annual', amountCents: 9700 }
  await db
    .insertInto('subscriptions')
    .values({ id: about.subscriptionId, status: 'trialing', plan: 'annual' })
    .execute()
  const data = { ...about, checkoutId, trialEndsAt: later, paidAt: NOW, endsAt: later }
  for (const template of Object.keys(MAIL_DATA)) {
    const mail = { template, key: `${template}:two-worlds`, to: READER, data } as MembershipMail
    await db.transaction().execute((trx) => enqueueMembershipMail(trx, ctx, mail))
  }
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
