import fc from 'fast-check'
import { expect, test } from 'vitest'
import { writeCalendar } from './calendar.rules.ts'

const NOW = new Date('2026-11-20T15:00:00Z')
const moment = (title: string, description = '') => ({
  uid: 'deal@club',
  at: new Date('2026-12-01T04:59:00Z'),
  title,
  description,
  link: 'https://club.example/deal/1',
})
const write = (...moments: ReturnType<typeof moment>[]) =>
  writeCalendar({ name: 'Saved', producer: 'Club', now: NOW }, moments)
const unfolded = (calendar: string) => calendar.replaceAll('\r\n ', '').split('\r\n')

test('a moment is said in the clock of the world, with its page', () => {
  expect(unfolded(write(moment('Ends: Tote')))).toEqual(
    expect.arrayContaining([
      'UID:deal@club',
      'DTSTAMP:20261120T150000Z',
      'DTSTART:20261201T045900Z',
      'SUMMARY:Ends: Tote',
      'URL:https://club.example/deal/1',
    ]),
  )
})

test('what means something in a calendar is said as itself', () => {
  const lines = unfolded(write(moment('a,b;c\\d\ne\u0007', 'x\r\nBEGIN:VALARM')))
  expect(lines).toContain('SUMMARY:a\\,b\\;c\\\\d\\ne')
  expect(lines).toContain('DESCRIPTION:x\\nBEGIN:VALARM')
  expect(lines.filter((line) => line.startsWith('BEGIN:'))).toHaveLength(2)
})

test('whatever it is called, no line is longer than 75 octets, and all of it comes back', () => {
  fc.assert(
    // Sets the length explicitly: by default texts are too short to be folded.
    fc.property(fc.string({ unit: 'grapheme', maxLength: 120, size: 'max' }), (text) => {
      const title = text.replace(/[\p{Cc}\\;,\uFFFD]/gu, '')
      const calendar = write(moment(title))
      for (const line of calendar.split('\r\n')) {
        expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
        expect(line).not.toMatch(/\uFFFD/)
      }
      expect(unfolded(calendar)).toContain(`SUMMARY:${title}`)
    }),
    { numRuns: 40 },
  )
})

test('one without moments has a part all the same, as every calendar must', () => {
  const parts = (calendar: string) =>
    unfolded(calendar).filter((line) => /^BEGIN:V(?!CALENDAR)/.test(line))
  expect(parts(write())).toEqual(['BEGIN:VTIMEZONE'])
  expect(parts(write(moment('Ends')))).toEqual(['BEGIN:VEVENT'])
})
