import { findAccount } from '#app/accounts/server/accounts.ts'
import { readAuditHandle, searchAccounts } from '#app/accounts/server/desk.ts'
import { findHeldAddresses } from '#app/accounts/server/personal-data.queries.ts'
import { countNamelessAcceptances, exportAccount } from '#app/accounts/server/personal-data.ts'
import type { FoundMembers, Member } from '#app/admin/members.contract.ts'
import { LONGEST_ADDRESS_SEARCH, SHORTEST_ADDRESS_SEARCH } from '#app/admin/members.facts.ts'
import { type Actor, recordAudit } from '#app/admin/server/audit/audit.ts'
import type { Database } from '#app/db/database.ts'
import { exportGuarantee } from '#app/guarantee/server/personal-data.ts'
import { countNamelessConsents, exportMailings } from '#app/mailings/server/personal-data.ts'
import {
  countOutlived,
  readMembershipFile,
  readPayersWithoutAccount,
  readStandings,
} from '#app/membership/server/owner-actions/reading.ts'
import { exportReports } from '#app/reports/server/personal-data.ts'
import { exportLedger } from '#app/savings/server/personal-data.ts'
import type { AppContext } from '#app/server/context.ts'
import { findMailsAndFate } from '#app/server/mail/desk.queries.ts'
import { canSendAgain } from '#app/server/mail/send-again.ts'
import { notFound } from '#app/server/problem.ts'
import { exportTracking } from '#app/tracking/server/personal-data.ts'

const MOST_FOUND = 25
const MOST_MAILS = 50
const MOST_TRIPS = 25
const MOST_REPORTS = 25

/**
 * Finds accounts and people who paid without one, by their address or its beginning; none while the query is
 * too short.
 */
export async function searchMembers(ctx: AppContext, q: string): Promise<FoundMembers> {
  const isTooShort = q.length < SHORTEST_ADDRESS_SEARCH || q.length > LONGEST_ADDRESS_SEARCH
  const asked = { typed: q, limit: MOST_FOUND + 1 }
  const found = isTooShort ? [] : await searchAccounts(ctx, asked)
  const payers = isTooShort ? [] : await readPayersWithoutAccount(ctx.db, asked)
  const shown = found.slice(0, MOST_FOUND)
  const standings = await readStandings(
    ctx.db,
    shown.map(({ id }) => id),
  )
  const { refundedCents, ...outlived } = await countOutlived(ctx.db)
  return {
    q,
    isTooShort,
    members: shown.map(({ id, email, createdAt }) => ({
      id,
      email,
      standing: standings.get(id)?.standing ?? 'none',
      plan: standings.get(id)?.plan ?? null,
      since: createdAt.toISOString(),
    })),
    payers: payers.slice(0, MOST_FOUND).map((payer) => ({
      checkoutId: payer.id,
      email: payer.email ?? '',
      paidAt: payer.completedAt?.toISOString() ?? null,
      plan: payer.plan,
      amount: dollarsOf(payer.paidCents ?? payer.amountTotal),
      refunded: (payer.refundedCents ?? 0) / 100,
      standing: payer.status,
      subscriptionId: payer.subscriptionId,
      linkMailedAt: payer.linkMailedAt?.toISOString() ?? null,
    })),
    hasMore: found.length > MOST_FOUND || payers.length > MOST_FOUND,
    outlived: {
      ...outlived,
      refunded: refundedCents / 100,
      agreements: await countNamelessConsents(ctx.db),
      acceptances: await countNamelessAcceptances(ctx.db),
    },
  }
}

function dollarsOf(cents: number | null): number | null {
  return cents === null ? null : cents / 100
}

/** Names a member for the audit by a handle that is used nowhere else. Throws 404 for a deleted account. */
export async function memberSubject(db: Database, userId: string) {
  const handle = await readAuditHandle({ db }, userId)
  if (!handle) throw notFound('member')
  return { kind: 'member' as const, id: handle, label: `Member ${handle}` }
}

/**
 * Returns a member's page and records that it was looked at; without the record there is no page. Throws 404.
 */
export async function lookAtMember(ctx: AppContext, actor: Actor, id: string): Promise<Member> {
  const member = await readMember(ctx, id)
  await ctx.db.transaction().execute(async (trx) => {
    const subject = await memberSubject(trx, id)
    await recordAudit(trx, ctx, actor, [{ action: 'member.looked-at', subject }])
  })
  return member
}

/** Returns a member's page. Throws 404 for an unknown or deleted account. */
export async function readMember(ctx: AppContext, id: string): Promise<Member> {
  const { db } = ctx
  const account = await exportAccount(db, id)
  if (!account) throw notFound('member')
  const { email } = account.account
  const addresses = await findHeldAddresses(db, { userId: id, email })
  const { id: auditId } = await memberSubject(db, id)
  const [membership, guarantee, mailings, mails, ledger, tracked, reports, payers] =
    await Promise.all([
      readMembershipFile(db, id),
      exportGuarantee(db, id),
      exportMailings(db, id),
      findMailsAndFate(db, { addresses, limit: MOST_MAILS }),
      exportLedger(db, id),
      exportTracking(db, { userId: id, consentIds: [] }),
      exportReports(db, id),
      readPayersWithoutAccount(db, { typed: email, limit: MOST_FOUND }),
    ])
  return {
    id,
    auditId,
    email,
    since: account.account.createdAt.toISOString(),
    isConfirmed: account.account.confirmedAt !== null,
    passwordChangedAt: account.account.passwordChangedAt?.toISOString() ?? null,
    accepted: account.acceptances.flatMap(({ document, version, place, acceptedAt, putOffAt }) => {
      const at = acceptedAt ?? putOffAt
      return at
        ? [{ document, version, place, at: at.toISOString(), isPutOff: acceptedAt === null }]
        : []
    }),
    membership,
    guarantee: guaranteeOf(guarantee),
    mail: {
      takes: takesOf(mailings),
      stopped: mailings.mailChoices[0]?.stoppedWhy ?? null,
      mails: mails.map((mail) => ({
        id: mail.id,
        template: mail.template,
        state: mail.state,
        isLate: mail.state === 'queued' && mail.attempts > 0,
        attempts: mail.attempts,
        problem: mail.lastError,
        at: mail.createdAt.toISOString(),
        finishedAt: mail.finishedAt?.toISOString() ?? null,
        canResend: mail.recipient === email && canSendAgain(mail),
      })),
      total: mails[0]?.total ?? 0,
    },
    unconnected: payers.filter((payer) => payer.email === email).length,
    savings: savingsOf(ledger, tracked),
    reports: reports.reports
      .toReversed()
      .slice(0, MOST_REPORTS)
      .map(({ reportedAt, reportedOn, kind, brand, dealId, words, outcome }) => ({
        at: reportedAt.toISOString(),
        on: reportedOn,
        kind,
        brand,
        dealId,
        words,
        outcome,
      })),
    sessions: account.sessions.toReversed().map(({ createdAt, lastSeenAt, browser, system }) => ({
      createdAt: createdAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
      browser,
      system,
    })),
  }
}

function guaranteeOf({
  guarantees,
  guaranteeClaims,
}: Awaited<ReturnType<typeof exportGuarantee>>): Member['guarantee'] {
  const [year] = guarantees
  if (!year) return null
  const claim = guaranteeClaims.find(({ guaranteeId }) => guaranteeId === year.id)
  return {
    startsAt: year.startsAt?.toISOString() ?? null,
    endsAt: year.endsAt?.toISOString() ?? null,
    paidMonths: year.paidMonths,
    recorded: year.recordedCents / 100,
    confirmed: year.confirmedCents / 100,
    claim: claim?.state ?? null,
    paidBack: (claim?.paidCents ?? 0) / 100,
  }
}

function takesOf({ mailChoices }: Awaited<ReturnType<typeof exportMailings>>) {
  const [choices] = mailChoices
  return choices ? { edition: choices.edition, alerts: choices.alerts } : null
}

function savingsOf(
  { ledgerRows }: Awaited<ReturnType<typeof exportLedger>>,
  { trips }: Awaited<ReturnType<typeof exportTracking>>,
): Member['savings'] {
  const cents = (state: string) =>
    ledgerRows.reduce((sum, row) => (row.state === state ? sum + row.savingCents : sum), 0)
  const byTrip = new Map(ledgerRows.map((row) => [row.tripNumber, row]))
  return {
    trips: trips.length,
    recorded: cents('recorded') / 100,
    confirmed: cents('confirmed') / 100,
    entries: trips
      .toReversed()
      .slice(0, MOST_TRIPS)
      .map(({ number, madeAt, brand, dealId }) => {
        const row = byTrip.get(number)
        return {
          at: madeAt.toISOString(),
          brand,
          dealId,
          state: row?.state ?? null,
          saving: row ? row.savingCents / 100 : null,
        }
      }),
  }
}

/** Returns the member's address. Throws 404 for a deleted account. */
export async function requireMemberEmail(ctx: AppContext, id: string): Promise<string> {
  const account = await findAccount(ctx, { id })
  if (!account) throw notFound('member')
  return account.email
}
