import { readFileSync, writeFileSync } from 'node:fs'
import { readdir, rm, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { backUp } from '#app/backups.ts'
import { migrate } from '#app/db/migrate.ts'
import { listTables } from '#app/db/walk.ts'
import { findLastBackup } from '#app/server/backup/backups.queries.ts'
import { findBackup, listBackups } from '#app/server/backup/place.ts'
import { openServerDatabase } from '#test/support/databases/test-database.ts'
import { type Club, furnish, quietly, sumsOf, useClubs, write } from './club.ts'

const { newFolder, openClub, openEmpty, restore } = useClubs()

let club: Club
beforeAll(async () => {
  club = await openClub()
  await furnish(club)
})

async function backedUp(): Promise<string> {
  const place = await newFolder()
  await write(club, { place, form: 'rows' })
  return place
}

describe('a restore', () => {
  test('is refused where there is anything', async () => {
    const place = await backedUp()
    const { url = '' } = club
    const database = await openServerDatabase(url)
    await expect(restore(place, { database, url })).rejects.toThrow('This database is not empty')
    await database.close()
  })

  test('of a backup in which one byte is another is refused before anything is touched', async () => {
    const place = await backedUp()
    const file = path.join(await findBackup(place), 'public.deals.jsonl.gz')
    const bytes = readFileSync(file)
    bytes[bytes.length - 9] = (bytes.at(-9) ?? 0) ^ 1
    writeFileSync(file, bytes)
    const empty = await openEmpty()
    await expect(restore(place, empty)).rejects.toThrow('public.deals.jsonl.gz (damaged)')
    expect(await listTables(empty.database.db, ['public'])).toEqual([])
  })

  test('goes on where it was interrupted, and until it is through nobody starts on it', async () => {
    const before = await sumsOf(club.app)
    const place = await backedUp()
    const empty = await openEmpty()
    const interrupted = restore(place, empty, ({ doing }) => {
      if (doing === 'public.pictures') throw new Error('interrupted')
    })
    await expect(interrupted).rejects.toThrow('interrupted')
    await expect(migrate(empty.database.db)).rejects.toThrow('it is only half filled')
    const done: string[] = []
    await restore(place, empty, ({ doing }) => void done.push(doing))
    expect(done).not.toContain('public.deals')
    await migrate(empty.database.db)
    const after = await sumsOf(empty.database)
    expect(after['public.deals']).toBe(before['public.deals'])
    expect(after['public.price_observations']).toBe(before['public.price_observations'])
  })
})

describe('a place for backups', () => {
  test('has each picture once and as many backups as are wished, and the database says when the last one was', async () => {
    const other = await openClub()
    await furnish(other)
    const place = await newFolder()
    expect(await findLastBackup(other.app.db)).toBeUndefined()
    for (const second of [1, 2, 3]) {
      other.app.setNow(new Date(`2026-11-22T10:00:0${second}Z`))
      await write(other, { place, keep: 2 })
    }
    const kept = ['2026-11-22T10-00-02.000Z', '2026-11-22T10-00-03.000Z']
    expect(await listBackups(place)).toEqual(kept)
    const files = await readdir(path.join(place, 'pictures'), { recursive: true })
    const pictures = files.filter((file) => path.extname(file) !== '')
    expect(pictures).toHaveLength(7)
    const last = await findLastBackup(other.app.db)
    expect(last).toEqual({ takenAt: new Date('2026-11-22T10:00:03Z'), place })

    // One file was lost in transfer, one belongs to no backup any more, one to a backup still being written.
    const [lost = '', ...others] = pictures
    await rm(path.join(place, 'pictures', lost))
    const folder = path.join('pictures', path.dirname(lost))
    for (const name of ['old.jpg', 'young.jpg']) await writeFile(path.join(place, folder, name), '')
    for (const file of [...others, path.join(path.dirname(lost), 'old.jpg')]) {
      await utimes(path.join(place, 'pictures', file), 0, 0)
    }
    other.app.setNow(new Date('2026-11-22T10:00:04Z'))
    await write(other, { place, keep: 2 })
    const now = await readdir(path.join(place, 'pictures'), { recursive: true })
    const young = path.join(path.dirname(lost), 'young.jpg')
    expect(now.filter((file) => path.extname(file) !== '').toSorted()).toEqual(
      [...pictures, young].toSorted(),
    )
  })

  test('has no backup of which anything is missing', async () => {
    const place = await newFolder()
    const { ctx } = club.app
    const read = async (key: string) => {
      const found = await ctx.storage.read(key)
      return found && { ...found, sizeBytes: found.sizeBytes + 1 }
    }
    const cut = { ...ctx, storage: { ...ctx.storage, read } }
    await expect(backUp(cut, { place, form: 'rows' }, quietly)).rejects.toThrow(
      'did not arrive whole',
    )
    expect(await readdir(place)).toEqual(['pictures'])
  })
})
