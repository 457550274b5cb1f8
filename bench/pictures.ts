import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import pLimit from 'p-limit'
import sharp from 'sharp'
import { openDatabase } from '#app/db/database.ts'
import { migrate } from '#app/db/migrate.ts'
import { AVIF, JPEG, WEBP } from '#app/deals/server/picture-encoding.ts'
import { WIDTHS } from '#app/deals/server/pictures.rules.ts'
import { storePicture } from '#app/deals/server/pictures.ts'
import { createStorage } from '#app/server/storage.ts'

// What the picture pipeline costs on top of the encoding itself: checks, ids, disk and database.
// Usage: node bench/pictures.ts [folder of JPEGs] [postgres:// address of an empty database]
// The embedded database takes most of the memory; with another one the pictures' own share shows.

const folder = process.argv[2] ?? 'demo/pictures'
const names = (await readdir(folder)).filter((name) => name.endsWith('.jpg')).sort()
const pictures = await Promise.all(names.map((name) => readFile(path.join(folder, name))))
if (pictures.length === 0) throw new Error(`There is no JPEG in ${folder}.`)

const dataDir = await mkdtemp(path.join(tmpdir(), 'nouveau-bench-'))
const database = await openDatabase({ url: process.argv[3], dataDir })
await migrate(database.db)
const storage = await createStorage({ cdnUrl: undefined, s3: undefined }, dataDir)
const ctx = { db: database.db, storage }

const stalls = monitorEventLoopDelay({ resolution: 1 })
stalls.enable()
const newSeconds = await secondsFor((picture) => storePicture(ctx, picture))
stalls.disable()
const peakMegabytes = process.resourceUsage().maxRSS / 1024
const knownSeconds = await secondsFor((picture) => storePicture(ctx, picture))
const bareSeconds = await secondsFor(encodeOnly)

await database.close()
await rm(dataDir, { recursive: true })

console.table({
  pictures: pictures.length,
  'new pictures a second': perSecond(newSeconds),
  'known pictures a second': perSecond(knownSeconds),
  'bare sharp, the same seven files a second': perSecond(bareSeconds),
  'pipeline as a share of bare sharp': Number((bareSeconds / newSeconds).toFixed(2)),
  'peak memory of the process, MB': Math.round(peakMegabytes),
  'longest stall of the event loop, ms': Math.round(stalls.max / 1e6),
})

async function secondsFor(work: (picture: Buffer) => Promise<unknown>): Promise<number> {
  const limit = pLimit(2)
  const startedAt = performance.now()
  await limit.map(pictures, work)
  return (performance.now() - startedAt) / 1000
}

async function encodeOnly(picture: Buffer) {
  const { data, info } = await sharp(picture)
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
}

function perSecond(seconds: number): number {
  return Number((pictures.length / seconds).toFixed(1))
}
