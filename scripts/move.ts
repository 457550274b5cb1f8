// Moves everything from the embedded database to PostgreSQL: npm run move -- --to postgres://...
import path from 'node:path'
import { parseArgs } from 'node:util'
import { listPictureKeys } from '#app/backups.ts'
import type { OpenDatabase } from '#app/db/database.ts'
import { openEmbedded } from '#app/db/embedded.ts'
import { openPostgres } from '#app/db/postgres.ts'
import { moveDatabase } from '#app/server/backup/move.ts'
import { type Config, readConfig } from '#app/server/config/config.ts'
import { createStorage } from '#app/server/storage/create-storage.ts'
import { createFolderStorage } from '#app/server/storage/folder.ts'
import type { PictureStorage } from '#app/server/storage/storage.ts'
import { nameDatabase, nameServer } from './command-database.ts'
import { commandProgress, Mistyped, runCommand } from './command-progress.ts'

const USAGE = `Usage: npm run move -- [--to <address>] [--pictures-to <data folder>]

  --to <address>               of an empty PostgreSQL database; without it that of DATABASE_URL
  --pictures-to <data folder>  copies the pictures to another DATA_DIR as well
  --help                       show this

From the embedded database in DATA_DIR, which is only read and marked as moved. With S3_... set the
pictures are copied to the bucket; without either they stay where they are. The server must not run.`

await runCommand(USAGE, async () => {
  const { values } = parseArgs({
    options: {
      to: { type: 'string' },
      'pictures-to': { type: 'string' },
    },
  })
  const config = readConfig(process.env)
  const isNamed = values.to === undefined && config.database.url !== undefined
  const url = isNamed ? await nameDatabase(config) : values.to
  if (!url) throw new Mistyped('Say where it goes: --to, or DATABASE_URL.')
  // The value is not repeated, because it may contain a password.
  if (!/^postgres(ql)?:\/\//.test(url) || !URL.canParse(url)) {
    throw new Mistyped('What --to names is not a postgres:// address.')
  }
  if (!isNamed) nameServer(url)
  const progress = commandProgress(process.stdout)
  const from = await openEmbedded(config.dataDir, { isMoving: true })
  let to: OpenDatabase | undefined
  try {
    to = await openPostgres({ url, isPatient: true })
    const { rows, pictures } = await moveDatabase({
      dataDir: config.dataDir,
      from,
      to,
      target: withoutPassword(url),
      pictures: await picturesOf(config, values['pictures-to']),
      listPictureKeys,
      now: () => new Date(),
      onProgress: progress.show,
    })
    progress.end()
    console.log(
      `${rows} rows and ${pictures} picture files are there, every table as it was. Start the server with DATABASE_URL set to it; the embedded database in ${config.dataDir} is marked as moved.`,
    )
    return 0
  } finally {
    progress.end()
    await to?.close()
    await from.close()
  }
})

async function picturesOf(
  config: Config,
  pictureTo: string | undefined,
): Promise<{ from: PictureStorage; to: PictureStorage | undefined }> {
  const folder = createFolderStorage(path.join(config.dataDir, 'pictures'))
  if (pictureTo !== undefined) {
    const from = await createStorage(config.pictures, config.dataDir)
    return { from, to: createFolderStorage(path.join(pictureTo, 'pictures')) }
  }
  if (!config.pictures.s3) return { from: folder, to: undefined }
  return { from: folder, to: await createStorage(config.pictures, config.dataDir) }
}

function withoutPassword(url: string): string {
  const address = new URL(url)
  address.password = ''
  return address.href
}
