// Imports the deals of a spreadsheet: npm run import -- sheet.xlsx --pictures folder
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { recordAudit } from '#app/admin/server/audit/audit.ts'
import { updatedEntry } from '#app/admin/server/uploads/uploads.ts'
import { migrate } from '#app/db/migrate.ts'
import { openDatabase } from '#app/db/open-database.ts'
import { importDeals } from '#app/deals/server/import/import.ts'
import type { ImportRecording, ImportReport } from '#app/deals/server/import/report.ts'
import { readConfig } from '#app/server/config/config.ts'
import { Problem } from '#app/server/problem.ts'
import { createStorage } from '#app/server/storage/create-storage.ts'
import { nameDatabase } from './command-database.ts'
import { progressLine } from './import-progress.ts'
import { printReport, printWarnings } from './import-report.ts'
import { openPictureFolder } from './picture-folder.ts'

const USAGE = `Usage: npm run import -- <sheet.xlsx | .xls | .csv> [options]

  --pictures <folder>  where the picture files that the sheet names are
  --dry-run            check everything and write nothing
  --publish            publish every deal, whatever the sheet says
  --publish-anyway     let deals out in spite of the warnings about them
  --update             change the deals that are there already, found by link, or by GTIN at the
                       same retailer; an empty cell changes nothing
  --help               show this

Reads DATABASE_URL, DATA_DIR and S3_... as the server does.`

const WARNED =
  'Nothing was imported: look at the warnings first, and let it out with --publish-anyway.'
const [IMPORTED, REFUSED, WRONG_USAGE] = [0, 1, 2]

async function run(): Promise<number> {
  const options = readOptions()
  if (options === 'help') {
    console.log(USAGE)
    return IMPORTED
  }
  if (typeof options === 'string') {
    console.error(`${options}\n\n${USAGE}`)
    return WRONG_USAGE
  }
  try {
    const report = await runImport(options)
    printReport(report)
    return report.problems.length > 0 ? REFUSED : IMPORTED
  } catch (error) {
    // The message says what to do; a stack trace would not help the person who runs this.
    console.error(error instanceof Error ? error.message : error)
    if (!(error instanceof Problem) && process.env.LOG_LEVEL === 'debug') console.error(error)
    return REFUSED
  }
}

type Options = {
  sheet: string
  pictures: string | undefined
  isDryRun: boolean
  publishAll: boolean
  isUpdating: boolean
  isPublishedAnyway: boolean
}

/** The options, or an error message. */
function readOptions(): Options | string {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        pictures: { type: 'string' },
        'dry-run': { type: 'boolean', default: false },
        publish: { type: 'boolean', default: false },
        'publish-anyway': { type: 'boolean', default: false },
        update: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    })
    if (values.help) return 'help'
    const [sheet, ...more] = positionals
    if (sheet === undefined || more.length > 0) return 'Name one sheet to import.'
    const { pictures, publish: publishAll, 'dry-run': isDryRun, update: isUpdating } = values
    const isPublishedAnyway = values['publish-anyway']
    return { sheet, pictures, isDryRun, publishAll, isUpdating, isPublishedAnyway }
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

async function runImport(options: Options): Promise<ImportReport> {
  const { sheet, pictures, isUpdating, isPublishedAnyway, ...flags } = options
  const bytes = await readFile(sheet).catch(() => {
    throw new Error(`There is no file ${sheet} that can be read.`)
  })
  const readPicture = pictures === undefined ? undefined : await openPictureFolder(pictures)
  const config = readConfig(process.env)
  const database = await openDatabase({
    url: await nameDatabase(config),
    dataDir: config.dataDir,
  })
  const progress = progressLine(process.stdout)
  try {
    await migrate(database.db)
    const storage = await createStorage(config.pictures, config.dataDir)
    return await importDeals(
      { db: database.db, storage, now: () => new Date() },
      {
        fileName: path.basename(sheet),
        bytes,
        ...(readPicture ? { readPicture } : {}),
        ...flags,
        choices: { isUpdating },
        onWarnings(warnings) {
          if (warnings.length === 0) return
          progress.end()
          printWarnings(warnings)
          if (!isPublishedAnyway) throw new Error(WARNED)
        },
        // The audit log records the previous state, by which an upload can be undone.
        ...(isUpdating && { record: recordOnServer }),
        onProgress: progress.show,
      },
    )
  } finally {
    progress.end()
    await database.close()
  }
}

const recordOnServer: ImportRecording = {
  actorName: null,
  async onWrite(trx, { importId, fileName, state, ...counts }, updated) {
    const actor = { name: 'The server', session: '' }
    const ctx = { now: () => new Date() }
    const subject = { kind: 'import' as const, id: importId, label: fileName }
    const action = state === 'imported' ? 'import.committed' : 'import.refused'
    await recordAudit(trx, ctx, actor, [{ action, subject, after: counts }])
    await recordAudit(trx, ctx, actor, updated.map(updatedEntry), importId)
  },
}

// At the end, once all constants above are initialized.
process.exitCode = await run()
