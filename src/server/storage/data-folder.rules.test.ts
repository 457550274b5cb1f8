import fs, { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { prepareDataFolder } from './data-folder.ts'

let place: string
beforeEach(() => {
  place = mkdtempSync(path.join(tmpdir(), 'nouveau-data-'))
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(place, { recursive: true, force: true })
})

test('the folder is made where there is none, and nothing is left in it', () => {
  const dataDir = path.join(place, 'one', 'two')
  prepareDataFolder(dataDir)
  prepareDataFolder(dataDir)
  expect(readdirSync(dataDir)).toEqual([])
})

test('a file in its place stops the start, by the name of the setting', () => {
  const file = path.join(place, 'data')
  writeFileSync(file, '')
  expect(() => prepareDataFolder(file)).toThrow(
    `DATA_DIR, which is ${file}, cannot be used: it is a file, and must be a folder.`,
  )
  expect(() => prepareDataFolder(path.join(file, 'below'))).toThrow(
    'cannot be used: something on the way to it is a file (ENOTDIR).',
  )
})

test('a place where nothing can be made stops the start, which would else try without end', () => {
  vi.spyOn(fs, 'mkdirSync').mockImplementation((_folder, options) => {
    const isWithoutEnd = typeof options === 'object' && options?.recursive
    throw Object.assign(new Error('no'), { code: isWithoutEnd ? 'WITHOUT END' : 'ENOENT' })
  })
  expect(() => prepareDataFolder(path.join(place, 'one', 'two'))).toThrow(
    'cannot be used: nothing can be made there: is its disk mounted? (ENOENT).',
  )
})

test.each([
  ['EROFS', 'its file system is read-only (EROFS).'],
  ['EACCES', 'this user may not write to it (EACCES).'],
  ['ENOSPC', 'its disk is full (ENOSPC).'],
  ['EIO', 'it cannot be written to (EIO).'],
])('one that takes nothing (%s) stops the start with the reason', (code, reason) => {
  vi.spyOn(fs, 'writeFileSync').mockImplementationOnce(() => {
    throw Object.assign(new Error('no'), { code })
  })
  expect(() => prepareDataFolder(place)).toThrow(`cannot be used: ${reason}`)
})
