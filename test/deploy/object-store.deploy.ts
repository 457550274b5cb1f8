import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { ListObjectsV2Command } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readConfig } from '#app/server/config/config.ts'
import { createBucketStorage } from '#app/server/storage/bucket.ts'
import { startSwift } from '#test/deploy/support/swift.ts'
import { twoHalves } from '#test/pictures/sample-pictures.ts'
import { freePort } from '#test/support/free-port.ts'
import { type ServerProcess, startServer } from '#test/support/server-process.ts'
import { type BackOffice, openBackOffice } from '#test/uploads/back-office.ts'

const PASSWORD = 'a password of the tests'

let swift: Awaited<ReturnType<typeof startSwift>>
let dataDir: string
let server: ServerProcess
let url: string
let office: BackOffice
beforeAll(async () => {
  swift = await startSwift()
  dataDir = await mkdtemp(path.join(tmpdir(), 'nouveau-bucket-'))
  const port = String(await freePort())
  url = `http://localhost:${port}`
  server = await startServer({
    ...swift.settings,
    ADMIN_PASSWORD: PASSWORD,
    DATA_DIR: dataDir,
    PORT: port,
  })
  office = await openBackOffice(url, PASSWORD)
})
afterAll(async () => {
  await server?.stop()
  await swift?.stop()
  if (dataDir) await rm(dataDir, { recursive: true, force: true })
})

async function upload(width: number) {
  const bytes = await twoHalves(width, 300).jpeg().toBuffer()
  const answer = await office.send('/api/admin/pictures', {}, [
    { field: 'images', fileName: 'coat.jpg', bytes },
  ])
  return { status: answer.status, body: await answer.json() }
}

async function listKeys(): Promise<string[]> {
  const Bucket = swift.settings.S3_BUCKET
  const { Contents = [] } = await swift.client.send(new ListObjectsV2Command({ Bucket }))
  // The setup check leaves an object whose name no picture has.
  return Contents.map(({ Key }) => Key ?? '').filter((key) => !key.startsWith('0000'))
}

test('pictures that a curator uploads lie in a store of others’ making, and come from there', async () => {
  const { status } = await upload(640)
  expect(status).toBe(200)
  const keys = await listKeys()
  expect(keys.length).toBeGreaterThan(1)
  for (const key of keys) {
    const answer = await fetch(`${url}/ndc-images/${key}`)
    expect([key, answer.status, (await answer.arrayBuffer()).byteLength > 100]).toEqual([
      key,
      200,
      true,
    ])
  }
  expect(await readdir(dataDir)).not.toContain('pictures')
})

test('what is not there is missing, and a wrong key is refused', async () => {
  const given = { ...swift.settings, ADMIN_PASSWORD: PASSWORD, DATA_DIR: dataDir }
  const { s3 } = readConfig(given).pictures
  if (!s3) throw new Error('The settings are those of a bucket.')
  const key = `${'c3'.repeat(16)}-640.avif`
  const storage = createBucketStorage(s3)
  expect([await storage.has(key), await storage.read(key)]).toEqual([false, undefined])
  await storage.put(key, Buffer.from('a picture'), 'image/avif')
  const file = await storage.read(key)
  expect(file && (await buffer(file.body)).toString()).toBe('a picture')

  const stranger = createBucketStorage({ ...s3, secretAccessKey: 'of somebody else' })
  await expect(stranger.put(key, Buffer.from('another'), 'image/avif')).rejects.toMatchObject({
    $metadata: { httpStatusCode: 403 },
  })
})

test('a store that is away refuses what is new, and takes it when it is back', async () => {
  await swift.goAway()
  const before = await upload(700)
  expect([before.status, before.body.code]).toEqual([503, 'unavailable'])

  await swift.comeBack()
  await vi.waitFor(async () => expect((await upload(700)).status).toBe(200), {
    timeout: 60_000,
    interval: 1000,
  })
})
