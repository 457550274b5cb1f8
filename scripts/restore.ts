// Restores a backup: npm run restore -- /backups/club
import { parseArgs } from 'node:util'
import { voidSecrets } from '#app/backups.ts'
import type { OpenDatabase } from '#app/db/database.ts'
import { setEmbeddedAside } from '#app/db/embedded.ts'
import { emptyDatabase, isEmpty, isHalfFilled, requireNoServer } from '#app/db/fill.ts'
import { migrate } from '#app/db/migrate.ts'
import { openDatabase } from '#app/db/open-database.ts'
import { findBackup, verifyBackup } from '#app/server/backup/place.ts'
import { finishRestore, restoreBackup } from '#app/server/backup/restore-backup.ts'
import { readConfig } from '#app/server/config/config.ts'
import { findHeldMails } from '#app/server/mail/mail.queries.ts'
import { createStorage } from '#app/server/storage/create-storage.ts'
import { prepareDataFolder } from '#app/server/storage/data-folder.ts'
import { countOf, wordFor } from '#app/shared/counts.ts'
import { nameDatabase, openClub, placeOf, type Target } from './command-database.ts'
import { commandProgress, Mistyped, runCommand } from './command-progress.ts'

const USAGE = `Usage: npm run restore -- <place> [--replace]
       npm run restore -- --already

  <place>    where backups are, of which the newest is taken; or the folder of one backup
  --replace  what is in the database goes: the embedded one is put aside, PostgreSQL's is emptied
  --already  the database has come back by other means, as by recovery to a point in time: only
             what has to be done after that
  --help     show this

Reads DATABASE_URL, DATABASE_LISTEN_URL, DATA_DIR and S3_... as the server does, which must not run, and
says which database that is. Afterwards everybody is signed out, links that were mailed open nothing, and
mails that waited are held: npm run held-mails.`

await runCommand(USAGE, async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      replace: { type: 'boolean', default: false },
      already: { type: 'boolean', default: false },
    },
  })
  const [place, ...more] = positionals
  if (more.length > 0) throw new Mistyped(`One place at a time, and not also ${more[0]}.`)
  if (values.already && (place !== undefined || values.replace)) {
    throw new Mistyped('--already brings nothing back: it takes no place and no --replace.')
  }
  if (place === undefined && !values.already) throw new Mistyped('Name the place of the backup.')
  const config = readConfig(process.env)
  const target = { url: await nameDatabase(config), dataDir: config.dataDir }
  const now = () => new Date()
  if (place === undefined) {
    const database = await openClub(target)
    try {
      if (database.engine === 'postgres') await requireNoServer(database.db)
      await migrate(database.db)
      await database.db
        .transaction()
        .execute((trx) =>
          finishRestore({ now, voidSecrets }, trx, { id: now().toISOString(), takenAt: null }),
        )
      await tellWhatIsNext(database)
    } finally {
      await database.close()
    }
    return 0
  }

  prepareDataFolder(config.dataDir)
  const progress = commandProgress(process.stdout)
  let database: OpenDatabase | undefined
  try {
    // Verifies the backup before anything is changed.
    const backup = await verifyBackup(await findBackup(place), progress.show)
    database = await openTarget(target, values.replace)
    const storage = await createStorage(config.pictures, config.dataDir)
    await restoreBackup(
      {
        ...database,
        storage,
        databaseUrl: target.url,
        now,
        onProgress: progress.show,
        voidSecrets,
      },
      backup,
    )
    progress.end()
    const { tables } = backup.manifest.database
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    console.log(
      `Restored as of ${backup.manifest.takenAt}: ${tables.length} tables, ${rows} rows, ${backup.pictureKeys.length} picture files. Every table is as it was in the backup.`,
    )
    for (const key of backup.manifest.pictures.missing.slice(0, 10)) {
      console.log(`The picture file ${key} was missing when the backup was made.`)
    }
    await tellWhatIsNext(database)
    return 0
  } finally {
    progress.end()
    await database?.close()
  }
})

async function openTarget(target: Target, isReplacing: boolean): Promise<OpenDatabase> {
  const database = await openDatabase({ ...target, isPatient: true })
  try {
    if ((await isEmpty(database.db)) || (!isReplacing && (await isHalfFilled(database.db)))) {
      return database
    }
    if (!isReplacing) {
      throw new Error(
        `There are records already in ${target.url ? placeOf(target.url) : target.dataDir}. ` +
          'Name an empty one, or say --replace.',
      )
    }
    if (database.engine === 'postgres') {
      await emptyDatabase(database.db)
      return database
    }
  } catch (error) {
    await database.close()
    throw error
  }
  await database.close()
  console.log(`What was there is now ${setEmbeddedAside(target.dataDir)}.`)
  return openDatabase({ ...target, isPatient: true })
}

async function tellWhatIsNext({ db }: OpenDatabase): Promise<void> {
  const held = await findHeldMails(db)
  console.log(
    'Everybody is signed out, and links that were mailed open nothing. Subscriptions are read again when the server has started.',
  )
  if (held.length > 0) {
    console.log(
      `${countOf(held.length, 'mail')} that waited may have been sent since the backup, and ${wordFor(held.length, 'is', 'are')} held: npm run held-mails`,
    )
  }
}
