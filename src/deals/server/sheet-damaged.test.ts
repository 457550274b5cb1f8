import { describe, expect, test } from 'vitest'
import {
  makeZip,
  readFixture,
  sheetXml,
  textCell,
  workbookParts,
} from '#test/sheets/make-sheets.ts'
import { readSheet } from './sheet.ts'

/** The same numbers on every run. */
function numbersFrom(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

function mutate(bytes: Buffer, next: (below: number) => number): Buffer {
  const copy = Buffer.from(bytes)
  for (let count = 1 + next(8); count > 0; count -= 1) copy[next(copy.length)] = next(256)
  return next(10) === 0 ? copy.subarray(0, next(copy.length)) : copy
}

describe('damaged copies of honest files', () => {
  const parts = [
    ...workbookParts(sheetXml(`<row r="1">${textCell('A1', 'Brand')}${textCell('B1', 'x')}</row>`)),
  ]
  // Damaged inside a zip that is in order, or the checksum would be all that is ever tested.
  const damagedInside = (next: (below: number) => number) =>
    makeZip(parts.map((part) => ({ ...part, content: mutate(Buffer.from(part.content), next) })))

  test.each<[string, number, (next: (below: number) => number) => Buffer]>([
    ['a.xlsx', 60, (next) => mutate(readFixture('deals.xlsx'), next)],
    ['a.xlsx', 50, damagedInside],
    ['a.xls', 60, (next) => mutate(readFixture('deals.xls'), next)],
    ['a.csv', 30, (next) => mutate(readFixture('semicolon-windows-1252.csv'), next)],
  ])(
    'of %s are read or refused, all %i of them',
    { timeout: 240_000 },
    async (name, count, make) => {
      const next = numbersFrom(count)
      for (let done = 0; done < count; done += 1) {
        const outcome = await readSheet(name, make(next)).catch((error: Error) => error)
        if (outcome instanceof Error)
          expect(outcome).toMatchObject({ code: 'bad-sheet', status: 422 })
        else expect(outcome.rows).toBeInstanceOf(Array)
      }
    },
  )

  test('of .xls with its chains tied in circles are refused', async () => {
    const looped = Buffer.from(readFixture('deals.xls'))
    // The allocation table is in the sector the header names; every entry now leads to sector 1.
    const table = (looped.readUInt32LE(76) + 1) * 512
    for (let at = table; at < table + 512; at += 4) looped.writeUInt32LE(1, at)
    await expect(readSheet('a.xls', looped)).rejects.toMatchObject({
      code: 'bad-sheet',
      status: 422,
    })
  })
})
