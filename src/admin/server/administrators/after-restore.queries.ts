import type { Trx } from '#app/db/database.ts'

/** Voids all open invitations: a backup may hold some as open that were since taken back or answered. */
export async function voidInvitations(trx: Trx, now: Date): Promise<void> {
  await trx.deleteFrom('administratorInvitationLinks').execute()
  await trx.deleteFrom('administratorSteps').execute()
  await trx
    .updateTable('administratorInvitations')
    .set({ endedAt: now })
    .where('usedAt', 'is', null)
    .where('endedAt', 'is', null)
    .execute()
}
