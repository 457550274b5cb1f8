import { createWriteStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { finished } from 'node:stream/promises'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import { openPictureArchive } from './archive.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'nouveau-zips-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const PICTURE = Buffer.from('what a picture would be')

async function makeZip(files: Record<string, Buffer>): Promise<string> {
  const zip = new ZipFile()
  for (const [name, bytes] of Object.entries(files)) zip.addBuffer(bytes, name)
  zip.end()
  const file = path.join(folder, `${Math.random()}.zip`)
  await finished(zip.outputStream.pipe(createWriteStream(file)))
  return file
}

describe('a zip of pictures', () => {
  test('is read by names, without folders and case', async () => {
    const zip = await openPictureArchive(
      await makeZip({
        'Autumn/Coat.JPG': PICTURE,
        'Autumn/bag é.webp': Buffer.from('bag'),
        '__MACOSX/Autumn/._Coat.JPG': Buffer.from('resource fork'),
        'Autumn/.hidden.jpg': Buffer.from('hidden'),
        'notes.txt': Buffer.from('not a picture'),
      }),
    )
    expect(zip.names.toSorted()).toEqual(['Coat.JPG', 'bag é.webp'])
    expect(await zip.read('coat.jpg')).toEqual(PICTURE)
    expect(String(await zip.read('BAG \u0065\u0301.webp'))).toBe('bag')
    expect(await zip.read('notes.txt')).toBeUndefined()
    expect(await zip.read('toString')).toBeUndefined()
    zip.close()
  })

  test('with one name in two folders is asked which one', async () => {
    const zip = await openPictureArchive(
      await makeZip({ 'a/coat.jpg': PICTURE, 'b/coat.jpg': PICTURE }),
    )
    await expect(zip.read('coat.jpg')).rejects.toMatchObject({ status: 422, code: 'bad-picture' })
    zip.close()
  })

  test('that unpacks to more than a picture may be is refused unread', async () => {
    const zip = await openPictureArchive(
      await makeZip({ 'bomb.jpg': Buffer.alloc(40 * 1024 * 1024) }),
    )
    await expect(zip.read('bomb.jpg')).rejects.toThrow('The picture is larger than 8 MB.')
    zip.close()
  })

  test('whose directory lies about a size is refused while it is read', async () => {
    const file = await makeZip({ 'bomb.jpg': Buffer.alloc(40 * 1024 * 1024) })
    const bytes = readFileSync(file)
    const directory = bytes.lastIndexOf(Buffer.from('PK\x01\x02', 'latin1'))
    bytes.writeUInt32LE(100, directory + 24)
    writeFileSync(file, bytes)
    const zip = await openPictureArchive(file)
    await expect(zip.read('bomb.jpg')).rejects.toThrow('The picture is damaged in the zip.')
    zip.close()
  })

  /** Returns the zip with a number in its directory entries overwritten. */
  async function rewrite(files: Record<string, Buffer>, at: number, numbers: number[]) {
    const file = await makeZip(files)
    const bytes = readFileSync(file)
    let entry = 0
    for (const number of numbers) {
      entry = bytes.indexOf(Buffer.from('PK\x01\x02', 'latin1'), entry + 1)
      bytes.writeUInt32LE(number, entry + at)
    }
    writeFileSync(file, bytes)
    return file
  }

  const two = { 'a.jpg': PICTURE, 'b.txt': PICTURE }
  const HALF_OF_MOST = 0.75 * 1024 ** 3

  test('that would unpack to more than 1.5 GB is refused when it is opened', async () => {
    const most = await rewrite(two, 24, [HALF_OF_MOST, HALF_OF_MOST])
    const opened = await openPictureArchive(most)
    opened.close()
    const more = await rewrite(two, 24, [HALF_OF_MOST, HALF_OF_MOST + 1])
    await expect(openPictureArchive(more)).rejects.toMatchObject({
      ...{ code: 'bad-archive', message: 'The zip unpacks to more than 1.5 GB.' },
    })
  })

  test.each([
    ['begin at the same place', 42, [0, 0]],
    ['lie within one another', 20, [PICTURE.length + 60]],
  ])('whose files %s is refused as damaged', async (_what, at, numbers) => {
    const file = await rewrite(two, at, numbers)
    await expect(openPictureArchive(file)).rejects.toMatchObject({
      ...{ code: 'bad-archive', message: 'The zip is damaged: its files overlap.' },
    })
  })

  test('that names a file outside of itself is refused', async () => {
    const file = await makeZip({ 'aa/bb/evil.jpg': PICTURE })
    const bytes = Buffer.from(
      readFileSync(file).toString('latin1').replaceAll('aa/bb/', '../../'),
      'latin1',
    )
    writeFileSync(file, bytes)
    await expect(openPictureArchive(file)).rejects.toMatchObject({ code: 'bad-archive' })
  })

  test.each([
    ['nothing', Buffer.alloc(0)],
    ['a picture', Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
    ['the end of a zip alone', Buffer.from(`PK\x05\x06${'\0'.repeat(18)}PK`, 'latin1')],
  ])('that is %s is refused', async (_what, bytes) => {
    const file = path.join(folder, 'not-a.zip')
    writeFileSync(file, bytes)
    await expect(openPictureArchive(file)).rejects.toMatchObject({ status: 422 })
  })
})

describe('a damaged zip', () => {
  let whole: Buffer
  beforeAll(async () => {
    whole = readFileSync(await makeZip({ 'a.jpg': PICTURE, 'folder/b.png': Buffer.alloc(3000, 7) }))
  })

  test('is refused in words or gives what can be read, and never hangs', async () => {
    const change = fc.record({ at: fc.nat(whole.length - 1), byte: fc.nat(255) })
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 6 }), async (changes) => {
        const bytes = Buffer.from(whole)
        for (const { at, byte } of changes) bytes[at] = byte
        const file = path.join(folder, 'damaged.zip')
        writeFileSync(file, bytes)
        try {
          const zip = await openPictureArchive(file)
          for (const name of zip.names) await zip.read(name).catch(expectWords)
          zip.close()
        } catch (error) {
          expectWords(error)
        }
      }),
      { numRuns: 300 },
    )
  })
})

function expectWords(error: unknown) {
  expect(error).toMatchObject({ status: 422, code: expect.stringMatching(/^bad-/) })
}
