/** A calendar event without a duration. */
type CalendarMoment = {
  /** Stable across reads of the calendar. */
  uid: string
  at: Date
  title: string
  description: string
  link: string
}

/** In octets, without the line break (RFC 5545, 3.1). */
const LONGEST_LINE = 75

/** A calendar needs at least one component (RFC 5545, 3.6); this one contains no event. */
const NOTHING = [
  'BEGIN:VTIMEZONE',
  'TZID:UTC',
  'BEGIN:STANDARD',
  'DTSTART:19700101T000000',
  'TZOFFSETFROM:+0000',
  'TZOFFSETTO:+0000',
  'END:STANDARD',
  'END:VTIMEZONE',
]

/** Writes an RFC 5545 calendar of events without a duration. */
export function writeCalendar(
  { name, producer, now }: { name: string; producer: string; now: Date },
  moments: readonly CalendarMoment[],
): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${text(producer)}//Saved//EN`,
    'METHOD:PUBLISH',
    `NAME:${text(name)}`,
    `X-WR-CALNAME:${text(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    ...(moments.length === 0 ? NOTHING : []),
    ...moments.flatMap(({ uid, at, title, description, link }) => [
      'BEGIN:VEVENT',
      `UID:${text(uid)}`,
      `DTSTAMP:${moment(now)}`,
      `DTSTART:${moment(at)}`,
      `SUMMARY:${text(title)}`,
      `DESCRIPTION:${text(description)}`,
      `URL:${link}`,
      // The end of a deal does not make anybody busy.
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${fold(line)}\r\n`).join('')
}

function moment(at: Date): string {
  return at.toISOString().replace(/\.\d+/, '').replace(/[-:]/g, '')
}

/** Escapes special characters and removes other control characters. */
function text(words: string): string {
  return (
    words
      .replace(/[\\;,]/g, '\\$&')
      .replace(/\r\n|\r|\n/g, '\\n')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out.
      .replace(/[\u0000-\u001f\u007f]/g, '')
  )
}

/** Folds long lines without splitting a character. */
function fold(line: string): string {
  const folded: string[] = []
  let part = ''
  let octets = 0
  for (const letter of line) {
    const size = Buffer.byteLength(letter)
    // A continuation line starts with a space, which counts.
    if (octets + size > LONGEST_LINE) {
      folded.push(part)
      part = ' '
      octets = 1
    }
    part += letter
    octets += size
  }
  return [...folded, part].join('\r\n')
}
