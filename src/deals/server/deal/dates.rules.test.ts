import { expect, test } from 'vitest'
import type { Cell } from '#app/deals/server/sheets/messages.ts'
import { readMoment } from './dates.rules.ts'

test.each<[Cell, string]>([
  // Toronto is five hours behind UTC in winter and four in summer.
  [{ date: '2026-11-20T09:30:00' }, '2026-11-20T14:30:00Z'],
  [{ date: '2026-07-01T00:00:00' }, '2026-07-01T04:00:00Z'],
  ['2026-11-20', '2026-11-20T05:00:00Z'],
  ['2026-11-20 09:30', '2026-11-20T14:30:00Z'],
  ['2026-11-20T09:30:15', '2026-11-20T14:30:15Z'],
  ['2026-11-20T09:30:15.123Z', '2026-11-20T09:30:15Z'],
  ['2026-11-20T09:30-05:00', '2026-11-20T14:30:00Z'],
  ['2026-11-20 09:30 +0100', '2026-11-20T08:30:00Z'],
  ['2026/11/20', '2026-11-20T05:00:00Z'],
  ['20.11.2026', '2026-11-20T05:00:00Z'],
  ['20.11.2026 09:30', '2026-11-20T14:30:00Z'],
  ['11/20/2026', '2026-11-20T05:00:00Z'],
  ['20/11/2026', '2026-11-20T05:00:00Z'],
  ['11/11/2026', '2026-11-11T05:00:00Z'],
  ['11/20/2026, 9:30 pm', '2026-11-21T02:30:00Z'],
  ['11/20/2026 12:05 AM', '2026-11-20T05:05:00Z'],
  ['Nov 20, 2026', '2026-11-20T05:00:00Z'],
  ['20 November 2026 09:30', '2026-11-20T14:30:00Z'],
  ['20-Nov-2026', '2026-11-20T05:00:00Z'],
  // The clocks change on 8 March and 1 November 2026.
  ['2026-03-08 01:59', '2026-03-08T06:59:00Z'],
  ['2026-03-08 03:00', '2026-03-08T07:00:00Z'],
  ['2026-11-01 00:30', '2026-11-01T04:30:00Z'],
  ['2026-11-01 02:30', '2026-11-01T07:30:00Z'],
  ['2026-11-01 01:30 -04:00', '2026-11-01T05:30:00Z'],
  ['2026-11-01 01:30 -05:00', '2026-11-01T06:30:00Z'],
])('%j is %s', (cell, moment) => {
  expect(readMoment(cell)).toEqual({ ok: true, value: new Date(moment) })
})

test('an empty cell is no date', () => {
  expect(readMoment(null)).toEqual({ ok: true, value: undefined })
  expect(readMoment(' ')).toEqual({ ok: true, value: undefined })
})

test.each<[Cell, string]>([
  ['10/11/2026', 'in two ways'],
  ['2026-02-30', 'not a day'],
  ['2026-03-08 02:30', 'the clocks leave out'],
  [{ date: '2026-03-08T02:59:59' }, 'the clocks leave out'],
  ['2026-11-01 01:30', 'twice that night'],
  ['2026-13-01', 'not a day'],
  ['2026-11-20 24:00', 'not a day'],
  ['2026-11-20 13:00 pm', 'not a day'],
  ['20 Foo 2026', 'not a day'],
  ['0026-11-20', 'not a day'],
  ['yesterday', 'not a date'],
  ['20.11.26', 'not a date'],
  [45_000, 'not a date'],
  [true, 'not a date'],
  [{ error: '#VALUE!' }, '#VALUE!'],
])('%j is refused: %s', (cell, reason) => {
  expect(readMoment(cell)).toMatchObject({ ok: false, reason: expect.stringContaining(reason) })
})
