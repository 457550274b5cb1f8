import fsNow, { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import fs from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { hasEmbedded } from '#app/db/embedded.ts'
import { PICTURE_SUMS_FILE, SUMS_FILE } from '#app/server/backup/manifest.ts'
import { findBackup, listBackups, verifyBackup } from '#app/server/backup/place.ts'
import { quietly } from './club.ts'

let place: string
beforeEach(() => {
  place = mkdtempSync(path.join(tmpdir(), 'nouveau-place-'))
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(place, { recursive: true, force: true })
})

const NAME = '2026-11-22T10-00-00.000Z'

/** Makes a backup folder that only holds its lists. */
function makeBackup(name = NAME): string {
  const folder = path.join(place, name)
  mkdirSync(folder)
  for (const file of [SUMS_FILE, PICTURE_SUMS_FILE]) writeFileSync(path.join(folder, file), '')
  return folder
}

/** Makes a folder unreadable by a mock, because the tests may run as a user who can read everything. */
function close(folder: string): void {
  const refuse = Object.assign(new Error('no'), { code: 'EACCES' })
  const { readdir, stat } = fs
  const isWithin = (what: unknown) => String(what).startsWith(folder)
  vi.spyOn(fs, 'readdir').mockImplementation((async (...asked: Parameters<typeof readdir>) => {
    if (isWithin(asked[0])) throw refuse
    return readdir(...asked)
  }) as never)
  vi.spyOn(fs, 'stat').mockImplementation((async (...asked: Parameters<typeof stat>) => {
    if (String(asked[0]) !== folder && isWithin(asked[0])) throw refuse
    return stat(...asked)
  }) as never)
}

describe('a place for backups', () => {
  test('that this user may not read is not said to be empty', async () => {
    makeBackup()
    close(place)
    await expect(findBackup(place)).rejects.toThrow(
      `${place} may not be read by this user (EACCES).`,
    )
  })

  test('of which the newest may not be read has no older one taken in its stead', async () => {
    makeBackup()
    const newest = makeBackup('2026-11-23T10-00-00.000Z')
    close(newest)
    await expect(findBackup(place)).rejects.toThrow(`${newest} may not be read by this user`)
  })

  test('may have a folder of somebody else in it', async () => {
    const folder = makeBackup()
    mkdirSync(path.join(place, 'lost+found'))
    close(path.join(place, 'lost+found'))
    expect(await findBackup(place)).toBe(folder)
    expect(await listBackups(place)).toEqual([NAME])
  })

  test('without any says so', async () => {
    await expect(findBackup(place)).rejects.toThrow(`There is no backup in ${place}.`)
    const none = path.join(place, 'none')
    await expect(findBackup(none)).rejects.toThrow(`There is no backup in ${none}.`)
  })
})

test('a backup without one of its own files is damaged, also when it is named itself', async () => {
  const folder = makeBackup()
  const damaged = `The backup in ${folder} is damaged: manifest.json is missing.`
  for (const named of [place, folder]) {
    await expect(verifyBackup(await findBackup(named), quietly)).rejects.toThrow(damaged)
  }
  writeFileSync(path.join(folder, 'manifest.json'), '{}')
  renameSync(path.join(folder, SUMS_FILE), path.join(folder, 'gone'))
  await expect(verifyBackup(await findBackup(folder), quietly)).rejects.toThrow(
    `${SUMS_FILE} is missing.`,
  )
})

test('a DATA_DIR that this user may not read is not said to have no records', () => {
  expect(hasEmbedded(place)).toBe(false)
  expect(hasEmbedded(path.join(place, 'none'))).toBe(false)
  vi.spyOn(fsNow, 'statSync').mockImplementationOnce(() => {
    throw Object.assign(new Error('no'), { code: 'EACCES' })
  })
  expect(() => hasEmbedded(place)).toThrow(
    `DATA_DIR, which is ${place}, may not be read by this user (EACCES).`,
  )
})
