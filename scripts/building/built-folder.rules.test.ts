import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { bringUpToDate, isFresh, ROOT, requireWritable } from './built-folder.ts'

test('who may only read a project that was not built is told who has to build it', () => {
  // Nobody can write to a missing folder, not even root.
  const root = path.resolve('nowhere')
  expect(() => requireWritable(root)).toThrow(
    `The build is missing or older than its sources, and this user may not write to ${root}: run \`npm ci --include=dev && npm run build\` as whom it belongs to.`,
  )
})

test('and whom it belongs to is told nothing', () => {
  expect(() => requireWritable(path.resolve('.'))).not.toThrow()
})

test('a source that is changed while it is built is built again, and then no more', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'nouveau-built-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const source = path.join(folder, 'source.txt')
  writeFileSync(source, 'first')
  let builds = 0
  const built = {
    ...{ folder: path.join(folder, 'made'), says: '', others: [path.relative(ROOT, source)] },
    make: async (next: string) => {
      mkdirSync(next)
      builds += 1
      if (builds === 1) writeFileSync(source, 'second')
      return []
    },
  }
  await bringUpToDate(built)
  expect(isFresh(built)).toBe(false)
  const before = new Date(Date.now() - 60_000)
  utimesSync(source, before, before)
  await bringUpToDate(built)
  await bringUpToDate(built)
  expect([isFresh(built), builds]).toEqual([true, 2])
})
