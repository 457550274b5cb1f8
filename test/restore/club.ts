import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, inject } from 'vitest'
import { createPasswordReset } from '#app/accounts/server/passwords/password-reset.ts'
import {
  insertInvitation,
  insertInvitationLink,
} from '#app/admin/server/administrators/administrators.queries.ts'
import { backUp, voidSecrets } from '#app/backups.ts'
import { openEmbedded } from '#app/db/embedded.ts'
import { atOneMoment, listTables, sumTable } from '#app/db/walk.ts'
import { storePicture } from '#app/deals/server/pictures/pictures.ts'
import { insertInboxLink } from '#app/mailings/server/inbox-links.queries.ts'
import type { OnProgress } from '#app/server/backup/manifest.ts'
import { findBackup, verifyBackup } from '#app/server/backup/place.ts'
import { restoreBackup } from '#app/server/backup/restore-backup.ts'
import type { BackupWish } from '#app/server/backup/write-backup.ts'
import { queueMail } from '#app/server/mail/mail.ts'
import { createFolderStorage } from '#app/server/storage/folder.ts'
import { hashToken, newToken } from '#app/server/tokens.ts'
import { oneColour } from '#test/pictures/sample-pictures.ts'
import { openBrowser } from '#test/support/browser.ts'
import {
  createServerDatabase,
  openServerDatabase,
  openTestDatabase,
  type TestDatabase,
} from '#test/support/databases/test-database.ts'
import { createDeal, createMember, type Person } from '#test/support/factories.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

/** A club with its database, and the database's address for PostgreSQL's own programs. */
export type Club = { app: TestApp; url: string | undefined }
export type Place = { database: TestDatabase; url: string | undefined }

/** Clubs for one test file; closed after its last test. */
export function useClubs() {
  const toClose: Array<() => Promise<unknown>> = []
  afterAll(async () => {
    for (const close of toClose.toReversed()) await close()
  })
  const isPostgres = () => inject('engine') === 'postgres'

  async function newFolder(): Promise<string> {
    const folder = await mkdtemp(path.join(tmpdir(), 'nouveau-backups-'))
    toClose.push(() => rm(folder, { recursive: true, force: true }))
    return folder
  }

  return {
    newFolder,

    async openClub(): Promise<Club> {
      const url = isPostgres() ? await createServerDatabase() : undefined
      const database = url ? await openServerDatabase(url) : await openTestDatabase()
      const app = await createTestApp({ database })
      toClose.push(() => app.close())
      return { app, url }
    },

    /** Opens a database without tables. Closed by the caller, or here. */
    async openEmpty(): Promise<Place> {
      if (isPostgres()) {
        const url = await createServerDatabase('template0')
        const database = await openServerDatabase(url)
        toClose.push(() => database.close())
        return { database: { ...database, close: async () => {} }, url }
      }
      const opened = await openEmbedded(await newFolder())
      toClose.push(() => opened.close())
      const database: TestDatabase = {
        ...opened,
        close: async () => {},
        openAgain: async () => database,
      }
      return { database, url: undefined }
    },

    async restore(place: string, { database, url }: Place, onProgress: OnProgress = quietly) {
      const backup = await verifyBackup(await findBackup(place), quietly)
      const storage = createFolderStorage(await newFolder())
      const now = () => new Date()
      const ctx = { ...database, storage, databaseUrl: url, now, onProgress, voidSecrets }
      await restoreBackup(ctx, backup)
      return storage
    },
  }
}

export const quietly: OnProgress = () => {}

export function write({ app, url }: Club, wish: BackupWish) {
  const config = {
    ...app.ctx.config,
    database: { ...app.ctx.config.database, url, directUrl: url },
  }
  return backUp({ ...app.ctx, config }, wish, quietly)
}

/** Returns the row count of each table with a checksum of its content. */
export async function sumsOf({ db }: Pick<TestDatabase, 'db'>): Promise<Record<string, string>> {
  return atOneMoment(db, async (trx) => {
    const sums: Record<string, string> = {}
    for (const table of await listTables(trx, ['public'])) {
      const { rows, checksum } = await sumTable(trx, table)
      sums[table.name] = `${rows} ${checksum}`
    }
    return sums
  })
}

type Furnished = {
  member: Person
  resetToken: string
  invitationToken: string
  inboxToken: string
}

/** Adds a member with everything that a restore invalidates, and a deal with a picture. */
export async function furnish({ app }: Club): Promise<Furnished> {
  const member = await createMember(app.ctx)
  const picture = await storePicture(app.ctx, await oneColour(300, 300).jpeg().toBuffer())
  await createDeal(app.ctx, { productName: 'Halcyon "cape", née \\N', cardPictureId: picture.id })
  const reset = await createPasswordReset(app.ctx, member.email)
  const invitationToken = await inviteOwner(app)
  const inboxToken = newToken()
  await insertInboxLink(app.db, {
    tokenHash: hashToken(inboxToken),
    userId: member.id,
    email: member.email,
    ...lasting(app),
  })
  await app.db
    .transaction()
    .execute((trx) =>
      queueMail(trx, app.ctx, { key: 'waits', template: 'password-changed', to: member.email }),
    )
  await app.db
    .insertInto('marketingEvents')
    .values({
      id: 'm1',
      eventName: 'PageView',
      eventId: 'e1',
      payload: '{"a":null}',
      consentId: 'c1',
      happenedAt: new Date(),
    })
    .execute()
  return { member, resetToken: reset?.token ?? '', invitationToken, inboxToken }
}

const HOUR_MS = 3_600_000
const lasting = ({ ctx }: TestApp) => {
  const createdAt = ctx.now()
  return { createdAt, expiresAt: new Date(createdAt.getTime() + HOUR_MS) }
}

/** Goes as far as the form that the mail links to. */
async function inviteOwner(app: TestApp): Promise<string> {
  const token = newToken()
  const invitation = { email: 'asked-in@club.example', name: 'Asked in', role: 'owner' } as const
  await app.db.transaction().execute(async (trx) => {
    await insertInvitation(trx, {
      id: 'i1',
      ...invitation,
      invitedBy: 'A',
      inviterId: null,
      ...lasting(app),
    })
    await insertInvitationLink(trx, { tokenHash: hashToken(token), invitationId: 'i1' })
  })
  const opened = await openBrowser(app).post('/api/admin/invitation', { token })
  expect(opened.statusCode, opened.body).toBe(200)
  return token
}
