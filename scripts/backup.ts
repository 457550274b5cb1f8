// Writes a backup: npm run backup -- /backups/club
import { parseArgs } from 'node:util'
import { type BackupDone, backUp } from '#app/backups.ts'
import { isInUse } from '#app/db/embedded.ts'
import { askRunningServer } from '#app/server/backup/operator-socket.ts'
import { findBackup, verifyBackup } from '#app/server/backup/place.ts'
import type { BackupWish } from '#app/server/backup/write-backup.ts'
import { readConfig } from '#app/server/config/config.ts'
import { createStorage } from '#app/server/storage/create-storage.ts'
import { formatMegabytes } from '#app/shared/counts.ts'
import { nameDatabase, openClub } from './command-database.ts'
import { commandProgress, Mistyped, runCommand } from './command-progress.ts'

const USAGE = `Usage: npm run backup -- <place> [options]

  <place>     a folder for backups: each becomes a folder in it, and shares its pictures with the others
  --keep <n>  afterwards only the newest n backups stay
  --rows      lines of text instead of what pg_dump writes: for another engine
  --check     write nothing: read the newest backup there and compare every file with its checksum
  --help      show this

Reads DATABASE_URL, DATA_DIR and S3_... as the server does. The server may run meanwhile.`

await runCommand(USAGE, async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      keep: { type: 'string' },
      rows: { type: 'boolean', default: false },
      check: { type: 'boolean', default: false },
    },
  })
  const [place, ...more] = positionals
  if (place === undefined) throw new Mistyped('Name the place for backups.')
  if (more.length > 0) throw new Mistyped(`One place at a time, and not also ${more[0]}.`)
  const keep = values.keep === undefined ? undefined : Number(values.keep)
  if (keep !== undefined && !(Number.isInteger(keep) && keep > 0)) {
    throw new Mistyped('--keep needs a number of backups.')
  }
  const progress = commandProgress(process.stdout)
  try {
    if (values.check) {
      const { folder, manifest } = await verifyBackup(await findBackup(place), progress.show)
      progress.end()
      console.log(`${folder} is whole: ${told(manifest.database.tables, manifest.pictures)}.`)
      return 0
    }
    const wish: BackupWish = { place, keep, ...(values.rows && { form: 'rows' }) }
    const done = await write(wish, progress.show)
    progress.end()
    console.log(
      `${done.folder}: ${done.tables} tables, ${done.rows} rows${tellPictures(done.pictures)}.`,
    )
    return 0
  } finally {
    progress.end()
  }
})

async function write(
  wish: BackupWish,
  show: ReturnType<typeof commandProgress>['show'],
): Promise<BackupDone> {
  const config = readConfig(process.env)
  const url = await nameDatabase(config)
  if (!url && isInUse(config.dataDir)) {
    const asked = await askRunningServer(config.dataDir, 'backup', wish, show)
    if (asked) return asked.answer as BackupDone
  }
  const database = await openClub({ url, dataDir: config.dataDir })
  try {
    const storage = await createStorage(config.pictures, config.dataDir)
    const now = () => new Date()
    return await backUp({ config, ...database, storage, now }, wish, show)
  } finally {
    await database.close()
  }
}

function told(tables: Array<{ rows: number }>, pictures: BackupDone['pictures']): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return `${tables.length} tables, ${rows} rows${tellPictures(pictures)}`
}

function tellPictures({ files, bytes, missing }: BackupDone['pictures']): string {
  const lost = missing.length > 0 ? `; ${missing.length} PICTURE FILES ARE NOT IN THE STORAGE` : ''
  return `, ${files} picture files (${formatMegabytes(bytes)})${lost}`
}
