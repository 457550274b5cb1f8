import fs from 'node:fs/promises'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { twoHalves } from '#test/pictures/sample-pictures.ts'
import { useTestApp } from '#test/support/test-app.ts'
import { UPLOADS, useUploads } from './use-uploads.ts'

const app = useTestApp()
const { admin, formOf, send, stored, leftovers } = useUploads(app)

afterEach(() => {
  vi.restoreAllMocks()
})

const noSpace = () => Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
const full = { code: 'storage-full', error: expect.stringMatching(/^There is no room left/) }

describe.each(UPLOADS)('$name', (upload) => {
  test.each(['mkdtemp', 'open'] as const)(
    'that finds no room for what arrives (%s) changes nothing, and works again with room',
    async (operation) => {
      const before = await stored()
      const spied = vi.spyOn(fs, operation).mockRejectedValueOnce(noSpace())
      const response = await send(upload, formOf(upload))
      expect(spied).toHaveBeenCalled()
      expect(response.statusCode, response.body).toBe(507)
      expect(response.json()).toMatchObject(full)
      expect([await stored(), leftovers()]).toEqual([before, []])
      vi.restoreAllMocks()
      expect((await send(upload, formOf(upload))).statusCode).toBeLessThan(500)
    },
  )

  test.each(['EROFS', 'EACCES'])(
    'that finds a folder closed to it (%s) says so, and the log names the setting',
    async (code) => {
      const before = await stored()
      vi.spyOn(fs, 'mkdtemp').mockRejectedValueOnce(Object.assign(new Error('no'), { code }))
      const response = await send(upload, formOf(upload))
      expect([response.statusCode, response.json().code]).toEqual([507, 'storage-closed'])
      const { requestId: reqId } = response.json()
      const lines = app.logLines.map((line) => JSON.parse(line))
      expect(lines).toContainEqual(
        expect.objectContaining({
          level: 'error',
          reqId,
          msg: 'DATA_DIR cannot be written to',
          err: expect.objectContaining({ code }),
        }),
      )
      vi.restoreAllMocks()
      expect([await stored(), leftovers()]).toEqual([before, []])
    },
  )

  test('that runs out of room in the middle of a file changes nothing', async () => {
    const before = await stored()
    const { open } = fs
    let written = 0
    vi.spyOn(fs, 'open').mockImplementation(async (...args) => {
      const handle = await open(...args)
      const write = handle.write.bind(handle) as (bytes: Uint8Array) => Promise<unknown>
      const writeSome = async (bytes: Uint8Array) => {
        await write(bytes.subarray(0, 100))
        written += 1
        throw noSpace()
      }
      return Object.assign(handle, { write: writeSome })
    })
    const files = upload.files.map((file) => ({ ...file, bytes: Buffer.alloc(500_000, 'a') }))
    const response = await send(upload, formOf({ ...upload, files }))
    expect([written, response.statusCode], response.body).toEqual([1, 507])
    vi.restoreAllMocks()
    expect([await stored(), leftovers()]).toEqual([before, []])
  })
})

describe('a disk without room for a picture', () => {
  let colour = 0x202020
  async function freshPicture() {
    colour += 0x10305
    const shade = `#${colour.toString(16)}`
    const bytes = await twoHalves(430, 300, shade).png().toBuffer()
    return [{ field: 'images', fileName: 'coat.png', bytes }]
  }

  /** Simulates a disk that is full after this many files. */
  function fillUpAfter(files: number) {
    const { writeFile } = fs
    let written = 0
    vi.spyOn(fs, 'writeFile').mockImplementation(async (...args) => {
      written += 1
      if (written > files) throw noSpace()
      return writeFile(...args)
    })
  }

  test.each([0, 4])(
    '(but for %i files) keeps no deal and no picture, and works with room again',
    async (room) => {
      const id = (await admin().enter()).id
      const images = await freshPicture()
      const buyUrl = `https://shop.example/full/${room}`
      const calls = [
        () => admin().send('POST', '/api/admin/pictures', {}, images),
        () => admin().create({ buyUrl }, images),
        () => admin().edit(id, { productName: 'Changed' }, images),
      ]
      const { files: _, ...before } = await stored()
      for (const call of calls) {
        fillUpAfter(room)
        const response = await call()
        vi.restoreAllMocks()
        expect(response.statusCode, response.body).toBe(507)
        expect(response.json()).toMatchObject(full)
        const { files, ...after } = await stored()
        expect([after, leftovers()]).toEqual([before, []])
        expect(files.filter((file) => file.endsWith('.part'))).toEqual([])
      }
      for (const call of calls) expect((await call()).statusCode).toBeLessThan(300)
    },
  )
})
