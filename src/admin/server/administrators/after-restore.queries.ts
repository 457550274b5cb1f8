import type { Trx } from '#app/db/database.ts'

/** Invitations that were taken back or answered after a backup are open in it: none can be answered any more. */
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
