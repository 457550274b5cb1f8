import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { read } from '@e965/xlsx'
import pLimit from 'p-limit'
import sharp from 'sharp'
import { AVIF, JPEG, WEBP } from '#app/deals/server/pictures/encoding.ts'
import { WIDTHS } from '#app/deals/server/pictures/pictures.rules.ts'
import { temporaryFolder } from '#bench/support/server-under-test.ts'
import { makePictureSheet, makePictures, makeSheet, zip } from '#bench/support/upload-files.ts'
import { startWatchedServer } from '#bench/support/watched-server.ts'
import { startPostgres } from '#test/support/databases/postgres-server.ts'
import { openBackOffice } from '#test/uploads/back-office.ts'

const ROWS = 10_000
const PICTURES = 200
const LIMITS = { dense: true, sheetRows: ROWS + 2 }
const ADMIN_PASSWORD = 'the-back-office-1'

type WatchedServer = Awaited<ReturnType<typeof startWatchedServer>>
type Watched = Awaited<ReturnType<WatchedServer['watch']>>

/**
 * Compares a morning's upload with the bare libraries, and checks whether others notice it: over HTTP, on a
 * server whose feed is requested 50 times a second, on both engines.
 */
async function benchUploads() {
  const sheet = makeSheet(ROWS)
  const pictures = await makePictures(PICTURES)
  const bare = {
    sheetMs: await parseInProcess(sheet),
    childMs: await parseInChild(sheet),
    picturesMs: await encodeBare(pictures),
  }
  console.log(`\nUploads: ${ROWS} rows (${kib(sheet)} KiB .xlsx), ${PICTURES} pictures in a zip`)
  console.log(
    `bare library: ${rate(ROWS, bare.sheetMs)} rows/s, in a process of its own ${rate(ROWS, bare.childMs)} rows/s;`,
    `bare sharp, the same seven files: ${rate(PICTURES, bare.picturesMs, 1)} pictures/s`,
  )
  const postgres = await startPostgres()
  await benchEngine('PostgreSQL', { DATABASE_URL: `${postgres.url}postgres` })
  await postgres.stop()
  await benchEngine('embedded', {})

  async function benchEngine(engine: string, environment: Record<string, string>) {
    const { folder, remove } = temporaryFolder()
    const server = await startWatchedServer(folder, { ...environment, DEMO: '1', ADMIN_PASSWORD })
    // The server listens shortly before a new password takes effect.
    await delay(1000)
    const office = await openBackOffice(server.url, ADMIN_PASSWORD)
    const sendSheet = async (
      how: Record<string, string>,
      bytes: Buffer,
      archive: Buffer | undefined,
    ) => {
      const response = await office.send(
        '/api/deals/bulk-upload',
        how,
        [
          { field: 'file', fileName: 'deals.xlsx', bytes },
          ...(archive ? [{ field: 'pictures', fileName: 'all.zip', bytes: archive }] : []),
        ],
        { accept: 'application/x-ndjson' },
      )
      return JSON.parse((await response.text()).trimEnd().split('\n').at(-1) ?? '').report
    }
    /** The warnings that a person confirms before the import. */
    const seenOf = async (bytes: Buffer) => {
      const { warnings } = await sendSheet({ dryRun: 'true' }, bytes, undefined)
      return JSON.stringify(warnings.map(({ key }: { key: string }) => key))
    }
    const importSheet = async (how: Record<string, string>, bytes: Buffer, archive?: Buffer) => {
      const report = await sendSheet(how, bytes, archive)
      if (!report?.isCommitted) throw new Error(`Nothing was imported on ${engine}.`)
      return report
    }

    console.log(`${engine}:`)
    tell('nothing but the feed', await server.watch(() => delay(3000)))
    const outAtOnce = { publishAll: 'true', seenWarnings: await seenOf(sheet) }
    const rows = await server.watch(() => importSheet(outAtOnce, sheet))
    const shares = [rows.tookMs / bare.sheetMs, rows.tookMs / bare.childMs]
    const [inProcess = '', inChild = ''] = shares.map((share) => share.toFixed(1))
    tell(
      `${rows.result.createdCount} rows, ${rate(ROWS, rows.tookMs)} rows/s, ${inProcess} x the bare library, ${inChild} x in a process`,
      rows,
    )
    const undo = `/api/admin/imports/${rows.result.importId}/undo`
    tell('taking them back', await server.watch(() => office.post(undo)))
    const names = pictures.map(({ name }) => name)
    const archive = await zip(pictures)
    const withPictures = makePictureSheet(names)
    const pictured = await server.watch(() => importSheet({}, withPictures, archive))
    tell(
      `${PICTURES} pictures, ${rate(PICTURES, pictured.tookMs, 1)} pictures/s, ${(pictured.tookMs / bare.picturesMs).toFixed(2)} x bare sharp`,
      pictured,
    )
    await server.stop()
    remove()
  }
}

function tell(what: string, watched: Watched) {
  const { tookMs, longestStallMs, longestOwnStallMs, longestPingMs, feedMs, ...memory } = watched
  const feedP99 = feedMs[Math.floor(feedMs.length * 0.99)] ?? Number.NaN
  console.log(
    `  ${what}: ${(tookMs / 1000).toFixed(2)} s; longest stall ${longestStallMs.toFixed(0)} ms, ${longestOwnStallMs.toFixed(0)} without waiting for a core,`,
    `/healthz from outside ${longestPingMs.toFixed(0)} ms at most, feed p99 ${feedP99.toFixed(0)} ms of ${feedMs.length};`,
    `peak ${memory.serverMiB.toFixed(0)} MiB and ${memory.childrenMiB.toFixed(0)} MiB in its processes`,
  )
}

async function parseInProcess(bytes: Buffer): Promise<number> {
  const startedAt = performance.now()
  read(bytes, LIMITS)
  return performance.now() - startedAt
}

/** The least that reading an untrusted file can cost: the library, and a process to run it in. */
async function parseInChild(bytes: Buffer): Promise<number> {
  const { folder, remove } = temporaryFolder()
  const file = path.join(folder, 'bare.xlsx')
  writeFileSync(file, bytes)
  const program = `
    import { readFileSync } from 'node:fs'
    import { read } from '@e965/xlsx'
    read(readFileSync(${JSON.stringify(file)}), ${JSON.stringify(LIMITS)})`
  const startedAt = performance.now()
  const args = ['--input-type=module', '--eval', program]
  await once(spawn(process.execPath, args, { stdio: 'inherit' }), 'close')
  const tookMs = performance.now() - startedAt
  remove()
  return tookMs
}

/** Two at a time, as in the product. */
async function encodeBare(pictures: Array<{ bytes: Buffer }>): Promise<number> {
  const startedAt = performance.now()
  await pLimit(2).map(pictures, async ({ bytes }) => {
    const { data, info } = await sharp(bytes)
      .resize({ width: 960 })
      .raw()
      .toBuffer({ resolveWithObject: true })
    const { width, height, channels } = info
    const image = () => sharp(data, { raw: { width, height, channels } })
    for (const to of WIDTHS) {
      await image().resize({ width: to }).avif(AVIF).toBuffer()
      await image().resize({ width: to }).webp(WEBP).toBuffer()
    }
    await image().jpeg(JPEG).toBuffer()
  })
  return performance.now() - startedAt
}

const rate = (count: number, ms: number, digits = 0) => ((count / ms) * 1000).toFixed(digits)
const kib = (bytes: Buffer) => (bytes.length / 1024).toFixed(0)

await benchUploads()
