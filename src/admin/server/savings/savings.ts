import { type Actor, noteReason, recordAudit } from '#app/admin/server/audit/audit.ts'
import { lookAtWaiting } from '#app/guarantee/server/claims.ts'
import type {
  DecideSaving,
  NetworkReportOutcome,
  SavingsDesk,
} from '#app/savings/savings-desk.contract.ts'
import { decideSaving, readSavingsDesk } from '#app/savings/server/desk.ts'
import {
  type ReportWish,
  takeNetworkReport,
  undoReport,
} from '#app/savings/server/network-reports/reports.ts'
import type { AppContext } from '#app/server/context.ts'

type Sheet = Pick<
  ReportWish,
  'fileName' | 'bytes' | 'network' | 'choices' | 'isDryRun' | 'skipsBad'
>

/** Takes a report and records who brought it, in one transaction. */
export async function takeReportAsAdmin(
  ctx: AppContext,
  actor: Actor,
  sheet: Sheet,
): Promise<NetworkReportOutcome> {
  return takeNetworkReport(ctx, {
    ...sheet,
    actorName: actor.name,
    onWrite: async (trx, { reportId, fileName, network, newCount, knownCount, ...outcome }) => {
      const { confirmed, returned, rejected } = outcome
      await recordAudit(trx, ctx, actor, [
        {
          action: 'network-report.taken',
          subject: { kind: 'network-report', id: reportId ?? '', label: fileName },
          after: { network, newCount, knownCount, confirmed, returned, rejected },
        },
      ])
    },
  })
}

/** Undoes a report and records who did it. Throws 404 and 409. */
export async function undoReportAsAdmin(
  ctx: AppContext,
  actor: Actor,
  reportId: string,
): Promise<{ trips: number }> {
  return ctx.db.transaction().execute(async (trx) => {
    const undone = await undoReport(trx, ctx, { id: reportId, actorName: actor.name })
    await recordAudit(trx, ctx, actor, [
      {
        action: 'network-report.taken-back',
        subject: { kind: 'network-report', id: reportId, label: undone.fileName },
        before: { trips: undone.trips },
        after: { trips: 0 },
      },
    ])
    return { trips: undone.trips }
  })
}

/** Decides a waiting saving and records who did it. Throws 404 and 409. */
export async function decideSavingAsAdmin(
  ctx: AppContext,
  actor: Actor,
  { rowId, wish }: { rowId: string; wish: DecideSaving },
): Promise<SavingsDesk> {
  await ctx.db.transaction().execute(async (trx) => {
    const { before, after } = await decideSaving(trx, ctx, { rowId, wish, actorName: actor.name })
    await lookAtWaiting(trx, ctx, after.userId)
    const told = ({ state, savingCents, waitsFor }: typeof before) => ({
      state,
      savingCents,
      waitsFor,
    })
    const why = await noteReason(trx, ctx, { userId: after.userId, reason: wish.reason })
    await recordAudit(trx, ctx, actor, [
      {
        action: 'saving.decided',
        subject: { kind: 'saving', id: rowId, label: after.tripNumber ?? rowId },
        before: told(before),
        after: { ...told(after), ...why },
      },
    ])
  })
  return readSavingsDesk(ctx)
}
