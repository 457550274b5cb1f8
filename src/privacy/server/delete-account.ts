import { type Account, findAccount } from '#app/accounts/server/accounts.ts'
import { findHeldAddresses } from '#app/accounts/server/personal-data.queries.ts'
import { deleteAccountData, lockForDeletion } from '#app/accounts/server/personal-data.ts'
import { findAccountByPassword } from '#app/accounts/server/sessions/sign-in.ts'
import { wrongPassword } from '#app/accounts/server/settings/email-change.ts'
import type { Trx } from '#app/db/database.ts'
import { endGuarantee } from '#app/guarantee/server/personal-data.ts'
import { lockMembership } from '#app/membership/server/personal-data/end-for-deletion.queries.ts'
import {
  anonymiseMembership,
  type Ended,
  endAtProvider,
  notEnded,
} from '#app/membership/server/personal-data/end-for-deletion.ts'
import { cancelMarked } from '#app/membership/server/subscription/sync.ts'
import { anonymiseReports } from '#app/reports/server/personal-data.ts'
import type { AppContext } from '#app/server/context.ts'
import { newId } from '#app/server/ids.ts'
import { queueMail } from '#app/server/mail/mail.ts'
import { anonymiseMails } from '#app/server/mail/personal-data.queries.ts'
import { deleteCountersOf } from '#app/server/rate-limits/counters.queries.ts'
import { anonymiseTracking } from '#app/tracking/server/personal-data.ts'
import type { Person } from './privacy.ts'

/** Most attempts: a checkout begun during one has to be ended at the provider before the next. */
const ROUNDS = 3

type Wish = {
  user: Person
  password: string
  ip: string
  deviceToken: string | undefined
}

/**
 * Deletes an account for good. Ends everything that could cost money at the payment provider first, then
 * deletes the rest in one transaction, so it is atomic, and repeated or concurrent calls are harmless. Throws
 * 403 for a wrong password, 429 after too many attempts, and 503 while the provider does not answer: the
 * account is then unchanged, and the text says whether a membership may have ended.
 */
export async function deleteAccount(ctx: AppContext, wish: Wish): Promise<void> {
  const { user, ...proof } = wish
  const { email, consentId } = user
  const asked = { beganAt: ctx.now(), hasCancelled: false }
  const account = await findAccountByPassword(ctx, { ...proof, email })
  if (account?.id !== user.id) {
    // Another tab has already deleted the account: the request is fulfilled.
    if (!(await findAccount(ctx, { id: user.id }))) return
    throw wrongPassword()
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    const ended = await endAtProvider(ctx, account.id, asked)
    const deleted = await ctx.db
      .transaction()
      .execute((trx) => deleteEverything(trx, ctx, { account, consentId, ended }))
      .catch((error) => {
        if (error === overtaken) return undefined
        throw error
      })
    if (deleted) return cancelMarked(ctx, deleted.toCancel)
  }
  throw notEnded(asked)
}

/** Thrown to roll the transaction back. */
const overtaken = new Error('something was begun meanwhile')

async function deleteEverything(
  trx: Trx,
  ctx: AppContext,
  { account, consentId, ended }: { account: Account; consentId: string | undefined; ended: Ended },
): Promise<{ toCancel: string[] }> {
  const { id: userId, email } = account
  await lockMembership(trx, userId)
  const state = await lockForDeletion(trx, account)
  // Another tab has already deleted the account.
  if (state === 'gone') return { toCancel: [] }
  // The password was changed meanwhile, so the one that was given proves nothing any more.
  if (state === 'password-changed') throw wrongPassword()
  const membership = await anonymiseMembership(trx, ctx, { userId, email, ended })
  if (!membership) throw overtaken
  const { toCancel, unclaimedIds } = membership
  const consentIds = new Set([...membership.consentIds, ...(consentId ? [consentId] : [])])
  await endGuarantee(trx, userId)
  await anonymiseTracking(trx, ctx, [...consentIds])
  await anonymiseReports(trx, userId)
  const addresses = await findHeldAddresses(trx, { userId, email })
  await anonymiseMails(trx, { userId, addresses, unclaimedIds, now: ctx.now() })
  await deleteCountersOf(trx, userId)
  await deleteAccountData(trx, userId)
  await queueMail(trx, ctx, {
    key: `account-deleted:${newId()}`,
    template: 'account-deleted',
    to: email,
    data: {
      hadMembership: ended.readings.length + ended.unknownIds.length > 0,
      isPaidBack: ended.isPaidBack,
    },
    isFarewell: true,
  })
  return { toCancel }
}
