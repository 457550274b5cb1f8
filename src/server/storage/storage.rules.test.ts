import fs from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { startObjectStore } from '#test/pictures/object-store.ts'
import { createBucketStorage } from './bucket.ts'
import { createStorage } from './create-storage.ts'
import type { PictureStorage } from './storage.ts'

const KEY = `${'a1'.repeat(16)}-640.avif`
const OTHER_KEY = `${'b2'.repeat(16)}.jpg`
const BYTES = Buffer.from('not really a picture')

/** The data folder lies far below it: a name that climbs out lands in here, is noticed, and harms nothing. */
let enclosure: string
let dataDir: string
let objectStore: Awaited<ReturnType<typeof startObjectStore>>

beforeEach(async () => {
  enclosure = await fs.mkdtemp(path.join(tmpdir(), 'nouveau-storage-'))
  dataDir = path.join(enclosure, '1/2/3/4/5/6')
  await fs.mkdir(dataDir, { recursive: true })
  objectStore = await startObjectStore()
})

afterEach(async () => {
  vi.restoreAllMocks()
  await objectStore.close()
  await fs.rm(enclosure, { recursive: true })
})

const kinds = [
  ['a folder', () => createStorage({ cdnUrl: undefined, s3: undefined }, dataDir)],
  ['a bucket', () => createStorage({ cdnUrl: undefined, s3: objectStore.settings }, dataDir)],
] satisfies Array<[string, () => Promise<PictureStorage>]>

describe.each(kinds)('pictures in %s', (_, create) => {
  test('a file comes back as it was put, with its size', async () => {
    const storage = await create()
    await storage.put(KEY, BYTES, 'image/avif')

    const file = await storage.read(KEY)
    expect(file?.sizeBytes).toBe(BYTES.length)
    expect(file && (await buffer(file.body))).toEqual(BYTES)
    expect(await storage.has(KEY)).toBe(true)
  })

  test('a file that was never put is missing, not a failure', async () => {
    const storage = await create()
    expect(await storage.read(OTHER_KEY)).toBeUndefined()
    expect(await storage.has(OTHER_KEY)).toBe(false)
  })

  test('putting the same file at the same time many times leaves it whole', async () => {
    const storage = await create()
    await Promise.all(Array.from({ length: 10 }, () => storage.put(KEY, BYTES, 'image/avif')))

    const file = await storage.read(KEY)
    expect(file && (await buffer(file.body))).toEqual(BYTES)
  })

  test.each([
    '../../outside.jpg',
    `../${OTHER_KEY}`,
    `/${OTHER_KEY}`,
    `${OTHER_KEY}\n`,
    `${OTHER_KEY}\0`,
    `${'B2'.repeat(16)}.jpg`,
    `${'b2'.repeat(16)}-641.avif`,
    '',
  ])('the name %j reaches neither disk nor network', async (name) => {
    const storage = await create()
    await expect(async () => storage.put(name, BYTES, 'image/jpeg')).rejects.toThrow('Not the key')
    await expect(async () => storage.read(name)).rejects.toThrow('Not the key')
    await expect(async () => storage.has(name)).rejects.toThrow('Not the key')
    expect(await filesBelow(enclosure)).toEqual([])
    expect(objectStore.store.requests).toBe(0)
  })
})

describe('a folder', () => {
  test('a full disk answers 507, leaves no part of the file, and works again with room', async () => {
    const storage = await createStorage({ cdnUrl: undefined, s3: undefined }, dataDir)
    await storage.put(OTHER_KEY, BYTES, 'image/jpeg')
    const writeFile = fs.writeFile
    vi.spyOn(fs, 'writeFile').mockImplementationOnce(async (file, bytes) => {
      await writeFile(file, (bytes as Buffer).subarray(0, 5))
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    })

    await expect(storage.put(KEY, BYTES, 'image/avif')).rejects.toMatchObject({
      status: 507,
      code: 'storage-full',
    })
    expect(await filesBelow(enclosure)).toEqual([OTHER_KEY])
    expect(await storage.has(OTHER_KEY)).toBe(true)

    await storage.put(KEY, BYTES, 'image/avif')
    expect(await storage.has(KEY)).toBe(true)
  })

  test.each(['EROFS', 'EACCES', 'EPERM'])(
    'that is not to be written to (%s) answers 507, and the log is told the setting',
    async (code) => {
      const storage = await createStorage({ cdnUrl: undefined, s3: undefined }, dataDir)
      vi.spyOn(fs, 'mkdir').mockRejectedValueOnce(Object.assign(new Error('no'), { code }))
      // What was begun cannot be removed there either.
      vi.spyOn(fs, 'rm').mockRejectedValueOnce(Object.assign(new Error('no'), { code }))
      await expect(storage.put(KEY, BYTES, 'image/avif')).rejects.toMatchObject({
        status: 507,
        code: 'storage-closed',
        message: 'There is no place for pictures right now. Please try again later.',
        reason: { words: 'DATA_DIR cannot be written to', error: { code } },
      })
    },
  )

  test('nobody sees a file under its name before all of it is written', async () => {
    const storage = await createStorage({ cdnUrl: undefined, s3: undefined }, dataDir)
    const writeFile = fs.writeFile
    let wasVisible: boolean | undefined
    vi.spyOn(fs, 'writeFile').mockImplementationOnce(async (file, bytes, options) => {
      await writeFile(file, (bytes as Buffer).subarray(0, 5))
      wasVisible = await storage.has(KEY)
      await writeFile(file, bytes, options)
    })

    await storage.put(KEY, BYTES, 'image/avif')
    expect(wasVisible).toBe(false)
  })
})

describe('a bucket', () => {
  test('objects lie under the name of the bucket with their content type', async () => {
    // With an IP address the client does so anyway; with a host name it has to be told.
    const endpoint = objectStore.settings.endpoint.replace('127.0.0.1', 'localhost')
    const storage = createBucketStorage({ ...objectStore.settings, endpoint })
    await storage.put(KEY, BYTES, 'image/avif')

    const object = objectStore.objects.get(`/pictures/${KEY}`)
    expect(object).toEqual({ bytes: BYTES, contentType: 'image/avif' })
  })

  test('a wrong secret is a fault of ours and not "try again later"', async () => {
    const wrong = { ...objectStore.settings, secretAccessKey: 'another' }
    const put = createBucketStorage(wrong).put(KEY, BYTES, 'image/avif')

    await expect(put).rejects.toMatchObject({ name: 'SignatureDoesNotMatch' })
    expect(objectStore.objects.size).toBe(0)
  })

  test.each(['hangs', 'fails'] as const)('a store that %s answers 503', async (behaviour) => {
    const storage = createBucketStorage(objectStore.settings, { timeoutMs: 50 })
    objectStore.store.behaviour = behaviour

    const away = { status: 503, code: 'unavailable' }
    await expect(storage.put(KEY, BYTES, 'image/avif')).rejects.toMatchObject(away)
    await expect(storage.read(KEY)).rejects.toMatchObject(away)
    await expect(storage.has(KEY)).rejects.toMatchObject(away)
  })

  test('a store that hangs makes two wait, and then nobody until it answers again', async () => {
    // Long enough for a request to arrive there, however busy the machine is.
    const settings = { timeoutMs: 400, restMs: 3_600_000 }
    const storage = createBucketStorage(objectStore.settings, settings)
    const again = createBucketStorage(objectStore.settings, { ...settings, restMs: 0 })
    objectStore.store.behaviour = 'hangs'
    const away = { status: 503, code: 'unavailable' }
    const asked: number[] = []
    for (let time = 0; time < 4; time += 1) {
      await expect(storage.read(KEY)).rejects.toMatchObject(away)
      await expect(again.read(KEY)).rejects.toMatchObject(away)
      asked.push(objectStore.store.requests)
      objectStore.store.requests = 0
    }
    expect(asked).toEqual([2, 2, 1, 1])

    objectStore.store.behaviour = 'works'
    await expect(storage.read(KEY)).rejects.toMatchObject(away)
    await again.put(KEY, BYTES, 'image/avif')
    expect(await again.has(KEY)).toBe(true)
  })

  test('a store that is not there answers 503', async () => {
    await objectStore.close()

    const storage = createBucketStorage(objectStore.settings, { timeoutMs: 200 })
    await expect(storage.read(KEY)).rejects.toMatchObject({ status: 503, code: 'unavailable' })
  })

  test('a full store answers 507', async () => {
    objectStore.store.behaviour = 'full'
    const put = createBucketStorage(objectStore.settings).put(KEY, BYTES, 'image/avif')
    await expect(put).rejects.toMatchObject({ status: 507, code: 'storage-full' })
  })
})

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await fs.readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
}
