import { readFileSync } from 'node:fs'
import { voidAccountSecrets } from '#app/accounts/server/after-restore.queries.ts'
import { voidInvitations } from '#app/admin/server/administrators/after-restore.queries.ts'
import { deleteAdminSessions } from '#app/admin/server/session/session.queries.ts'
import type { Database, Trx } from '#app/db/database.ts'
import { listPictureIds } from '#app/deals/server/pictures/pictures.queries.ts'
import { pictureFileKeys } from '#app/deals/server/pictures/pictures.rules.ts'
import { stopAnnouncements } from '#app/mailings/server/announcements/announcements.queries.ts'
import { deleteInboxLinks } from '#app/mailings/server/inbox-links.queries.ts'
import { voidCheckoutSecrets } from '#app/membership/server/checkout/after-restore.queries.ts'
import type { Manifest, OnProgress } from '#app/server/backup/manifest.ts'
import type { OperatorWork } from '#app/server/backup/operator-socket.ts'
import { type BackupWish, writeBackup } from '#app/server/backup/write-backup.ts'
import type { AppContext } from '#app/server/context.ts'
import { decideHeldMails, type HeldMailsWish } from '#app/server/mail/held.ts'
import { holdWaitingMails } from '#app/server/mail/mail.queries.ts'
import { dropQueuedEvents } from '#app/tracking/server/marketing-events.queries.ts'

/** The storage keys of all files of all pictures in the database, which a backup copies beside the rows. */
export async function listPictureKeys(db: Database): Promise<string[]> {
  return (await listPictureIds(db)).flatMap(pictureFileKeys)
}

/**
 * Invalidates what a backup restores but must not take effect again: sessions ended since, used links, and
 * queued mails and events that may have been sent already.
 */
export async function voidSecrets(trx: Trx, now: Date): Promise<void> {
  await voidAccountSecrets(trx, now)
  await voidCheckoutSecrets(trx)
  await deleteAdminSessions(trx)
  await voidInvitations(trx, now)
  await deleteInboxLinks(trx)
  await dropQueuedEvents(trx, now)
  await holdWaitingMails(trx)
  await stopAnnouncements(trx)
}

/**
 * The tasks that the running server carries out for an operator's command, because only it can open the
 * embedded database.
 */
export function operatorWork(ctx: AppContext): OperatorWork {
  return {
    backup: (wish: BackupWish, say) => backUp(ctx, wish, say),
    'held-mails': (wish: HeldMailsWish) => decideHeldMails(ctx, wish),
  }
}

type BackupCtx = Pick<AppContext, 'config' | 'db' | 'engine' | 'storage' | 'now'>

export async function backUp(
  { config, ...ctx }: BackupCtx,
  wish: BackupWish,
  onProgress: OnProgress,
): Promise<BackupDone> {
  const { folder, manifest } = await writeBackup(
    {
      ...ctx,
      databaseUrl: config.database.directUrl,
      product: PRODUCT_VERSION,
      listPictureKeys,
      onProgress,
    },
    wish,
  )
  const { database, pictures } = manifest
  const rows = database.tables.reduce((sum, table) => sum + table.rows, 0)
  return { folder, form: database.form, tables: database.tables.length, rows, pictures }
}

export type BackupDone = {
  folder: string
  form: Manifest['database']['form']
  tables: number
  rows: number
  pictures: Manifest['pictures']
}

const { version: PRODUCT_VERSION } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
) as { version: string }
