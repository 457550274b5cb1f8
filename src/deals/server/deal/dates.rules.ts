import type { Cell } from '#app/deals/server/sheets/messages.ts'
import { businessOffsetMs, MINUTE_MS, momentsAt } from '#app/shared/dates.ts'
import type { CellReading } from './cells.rules.ts'

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

const TIME = String.raw`(?:[T ,]+(?<hour>\d{1,2}):(?<minute>\d\d)(?::(?<second>\d\d)(?:\.\d+)?)?\s?(?<half>[ap]m)?)?`
const ZONE = String.raw`\s?(?<zone>Z|[+-]\d\d:?\d\d)?`
const FORMS = [
  String.raw`(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})`,
  String.raw`(?<day>\d{1,2})\.\s?(?<month>\d{1,2})\.\s?(?<year>\d{4})`,
  String.raw`(?<month>[a-z]{3,9})\.? (?<day>\d{1,2})(?:st|nd|rd|th)?,? (?<year>\d{4})`,
  String.raw`(?<day>\d{1,2})(?:st|nd|rd|th)?[ -](?<month>[a-z]{3,9})\.?,?[ -](?<year>\d{4})`,
].map((day) => new RegExp(`^${day}${TIME}${ZONE}$`, 'i'))
const EITHER_WAY = new RegExp(
  String.raw`^(?<a>\d{1,2})[/-](?<b>\d{1,2})[/-](?<year>\d{4})${TIME}$`,
  'i',
)

/** Parses a moment; without a time zone it is Toronto time. Undefined for an empty cell. */
export function readMoment(cell: Cell): CellReading<Date | undefined> {
  if (cell === null) return { ok: true, value: undefined }
  if (typeof cell === 'object' && 'error' in cell) {
    return { ok: false, reason: `holds an error (${cell.error})` }
  }
  const text = typeof cell === 'object' ? cell.date : String(cell).replace(/\s+/g, ' ').trim()
  if (text === '') return { ok: true, value: undefined }
  if (text.length > 60) return notADate()

  const parts = FORMS.map((form) => form.exec(text)?.groups).find(Boolean)
  if (parts) return momentOf(parts)
  const either = EITHER_WAY.exec(text)?.groups
  return either ? momentOfEither(either) : notADate()
}

/** The same rounded down to the minute, for an optional time; null for an empty cell. */
export function readOptionalMoment(cell: Cell): CellReading<Date | null> {
  const reading = readMoment(cell)
  if (!reading.ok) return reading
  const at = reading.value
  return { ok: true, value: at ? new Date(Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS) : null }
}

type Parts = Record<string, string | undefined>

/** 25/11/2026 and 11/25/2026 are unambiguous; 10/11/2026 is not: Paris and Boston read it differently. */
function momentOfEither(parts: Parts): CellReading<Date | undefined> {
  const [a, b] = [Number(parts.a), Number(parts.b)]
  if (a <= 12 && b <= 12 && a !== b) {
    return { ok: false, reason: 'can be read in two ways; write it like 2026-11-20' }
  }
  const [month, day] = a > 12 ? [parts.b, parts.a] : [parts.a, parts.b]
  return momentOf({ ...parts, month, day })
}

function momentOf(parts: Parts): CellReading<Date | undefined> {
  const month = readMonth(parts.month ?? '')
  const [year, day] = [Number(parts.year), Number(parts.day)]
  const [hour, minute, second] = [
    readHour(parts),
    Number(parts.minute ?? 0),
    Number(parts.second ?? 0),
  ]
  const wall = new Date(Date.UTC(year, month - 1, day, hour, minute, second))
  const isReal =
    wall.getUTCFullYear() === year &&
    wall.getUTCMonth() === month - 1 &&
    wall.getUTCDate() === day &&
    wall.getUTCHours() === hour &&
    wall.getUTCMinutes() === minute &&
    wall.getUTCSeconds() === second
  if (!isReal || year < 2000) return { ok: false, reason: 'is not a day of the calendar' }
  const value = new Date(wall.getTime() - offsetMs(wall, parts.zone))
  return (parts.zone ? undefined : clocksChange(wall)) ?? { ok: true, value }
}

/** Rejects times that Toronto's clocks skip or repeat on the nights they change. */
function clocksChange(wall: Date): CellReading<never> | undefined {
  const [day = '', time = ''] = wall.toISOString().split('T')
  const moments = momentsAt(day, time.slice(0, 5)).length
  if (moments === 0) {
    return { ok: false, reason: 'is a time that the clocks leave out that night; choose another' }
  }
  if (moments > 1) {
    const zones = 'write it with -04:00 for the first or -05:00 for the second'
    return { ok: false, reason: `comes twice that night, as the clocks go back; ${zones}` }
  }
  return undefined
}

function readMonth(text: string): number {
  return /^\d/.test(text) ? Number(text) : MONTHS.indexOf(text.slice(0, 3).toLowerCase()) + 1
}

function readHour({ hour = '0', half }: Parts): number {
  if (!half) return Number(hour)
  // Makes 13 pm into 25, which fails the range check.
  return (Number(hour) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0) + (Number(hour) > 12 ? 24 : 0)
}

/** The offset from UTC of a clock that shows `wall` (stored as if it were UTC). */
function offsetMs(wall: Date, zone: string | undefined): number {
  if (!zone) {
    // Computed twice, because the first guess may lie on the other side of a clock change.
    const guess = businessOffsetMs(wall)
    return businessOffsetMs(new Date(wall.getTime() - guess))
  }
  if (zone.toUpperCase() === 'Z') return 0
  const [hours, minutes] = [Number(zone.slice(1, 3)), Number(zone.slice(-2))]
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000
}

function notADate(): CellReading<never> {
  return { ok: false, reason: 'is not a date; write it like 2026-11-20 or 2026-11-20 09:30' }
}
