import { sql } from 'kysely'
import type { Trx } from '#app/db/database.ts'

/**
 * A backup revives sessions that ended and links that were used after it was made. So a restore ends every
 * session, known browser and link. Passwords stay.
 */
export async function voidAccountSecrets(trx: Trx, now: Date): Promise<{ sessions: number }> {
  const ended = await trx.deleteFrom('sessions').returning('userId').execute()
  await trx.deleteFrom('knownDevices').execute()
  await trx.deleteFrom('passwordResets').execute()
  await trx.deleteFrom('confirmationLinks').execute()
  await trx.updateTable('signUps').set({ bindingHash: sql`'void:' || id` }).execute()
  await trx.deleteFrom('emailChangeLinks').execute()
  await trx
    .updateTable('emailChanges')
    .set({ stoppedAt: now })
    .where('confirmedAt', 'is', null)
    .where('stoppedAt', 'is', null)
    .execute()
  return { sessions: ended.length }
}
