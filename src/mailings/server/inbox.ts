import { findAccount, proveInbox } from '#app/accounts/server/accounts.ts'
import { INBOX_LINK_MS } from '#app/mailings/mailings.facts.ts'
import type { AppContext } from '#app/server/context.ts'
import { newId } from '#app/server/ids.ts'
import type { Mail } from '#app/server/mail/mail.queries.ts'
import { type Letter, type MailTemplates, queueMail } from '#app/server/mail/mail.ts'
import { Problem } from '#app/server/problem.ts'
import { createThrottle, type Verdict } from '#app/server/rate-limits/throttle.ts'
import { hashToken, isTokenShaped, newToken } from '#app/server/tokens.ts'
import { DAY_MS, formatDays } from '#app/shared/dates.ts'
import { letterPaths } from '#app/shared/letter-paths.ts'
import {
  consumeInboxLink,
  deleteInboxLinksBefore,
  findLastLinkAt,
  insertInboxLink,
} from './inbox-links.queries.ts'

const LINKS_AN_HOUR = 4
const LINKS_KEPT_MS = 7 * DAY_MS

/** Mails a link that proves the inbox, unless too many were sent. */
export async function sendInboxLink(ctx: AppContext, userId: string): Promise<Verdict> {
  const account = await findAccount(ctx, { id: userId })
  if (!account) return { isAllowed: true }
  const throttle = createThrottle(ctx, {
    name: 'inbox-link',
    limit: LINKS_AN_HOUR,
    windowSeconds: 3600,
  })
  const verdict = await throttle.consume(userId)
  if (!verdict.isAllowed) return verdict
  await ctx.db.transaction().execute((trx) =>
    queueMail(trx, ctx, {
      key: `prove-inbox:${userId}:${newId()}`,
      template: 'prove-inbox',
      to: account.email,
      data: { userId },
    }),
  )
  return verdict
}

/** Returns when the last link was mailed, if it is still valid. */
export async function readLastLink(ctx: AppContext, userId: string): Promise<Date | null> {
  return findLastLinkAt(ctx.db, { userId, now: ctx.now() })
}

/** Marks the inbox as proven, once per link. Throws 400 for a link that is unknown, used or expired. */
export async function proveInboxByLink(ctx: AppContext, token: string): Promise<void> {
  if (!isTokenShaped(token)) throw linkOver()
  await ctx.db.transaction().execute(async (trx) => {
    const tokenHash = hashToken(token)
    const userId = await consumeInboxLink(trx, { tokenHash, now: ctx.now() })
    if (userId === undefined) throw linkOver()
    await proveInbox(trx, ctx, userId)
  })
}

export async function purgeInboxLinks(ctx: AppContext): Promise<void> {
  await deleteInboxLinksBefore(ctx.db, new Date(ctx.now().getTime() - LINKS_KEPT_MS))
}

/** Writes the letter; undefined if the inbox is proven or the account has another address by now. */
async function proveInboxLetter(ctx: AppContext, { to, data }: Mail): Promise<Letter | undefined> {
  const account = await findAccount(ctx, { id: String(data.userId) })
  if (account?.email !== to) return
  const token = newToken()
  const createdAt = ctx.now()
  await insertInboxLink(ctx.db, {
    tokenHash: hashToken(token),
    userId: account.id,
    email: to,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + INBOX_LINK_MS),
  })
  const { club } = ctx.config
  return {
    subject: 'Is this your inbox?',
    preview: 'One press, and your edition can come.',
    reason: `You get this mail because somebody with an account at ${club.name} asked for mail to this address.`,
    blocks: [
      { kind: 'title', text: 'Is this your inbox?' },
      {
        kind: 'paragraph',
        text: `Somebody, hopefully you, asked us to send editions or alerts here. We send none until you say that this inbox is yours. The link works once, within ${formatDays(INBOX_LINK_MS)}.`,
      },
      { kind: 'button', label: 'This is my inbox', path: letterPaths.proveInbox(token) },
      {
        kind: 'note',
        text: 'If it was not you, there is nothing to do: without this link nothing comes.',
      },
    ],
  }
}

export const mailingsMails: MailTemplates = { 'prove-inbox': proveInboxLetter }

function linkOver(): Problem {
  return new Problem(
    400,
    'inbox-link-over',
    'This link is not complete, has been used, or has run out. We can send you a new one.',
  )
}
