import { enqueueMembershipMail, type MembershipMail } from '#app/membership/server/mails/mails.ts'
import type { AppContext } from '#app/server/context.ts'
import { newId } from '#app/server/ids.ts'
import { readOutbox, runJobs } from '#test/support/jobs.ts'

/** Late in the evening in Toronto, when it is already the next day in UTC. */
export const AT = new Date('2026-11-28T03:30:00Z')

type Told<M = MembershipMail> = M extends MembershipMail ? Omit<M, 'key' | 'to'> : never

export const newAddress = () => `${newId()}@people.test`.toLowerCase()

/** Queues a membership mail and returns the mail that arrives; undefined when none does. */
export async function tell(ctx: AppContext, mail: Told, to = newAddress()) {
  const key = newId()
  await ctx.db
    .transaction()
    .execute((trx) => enqueueMembershipMail(trx, ctx, { ...mail, key, to } as MembershipMail))
  await runJobs(ctx, { everything: true })
  return (await readOutbox(ctx)).find((each) => each.to?.[0]?.address === to)
}
