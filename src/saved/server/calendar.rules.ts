/** A moment of a calendar: no longer than itself. */
type CalendarMoment = {
  /** The same for the same thing, whenever the calendar is read. */
  uid: string
  at: Date
  title: string
  description: string
  link: string
}

/** Octets of a line, its break not counted (RFC 5545, 3.1). */
const LONGEST_LINE = 75

/** One part at least has to be in a calendar (RFC 5545, 3.6); this one says nothing of any day. */
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

/** A calendar as RFC 5545 has it, of moments that have no length. */
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
      // Nobody is busy because a deal ends.
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

/** What means something in a line is said as itself; no other control character is ever said. */
function text(words: string): string {
  return (
    words
      .replace(/[\\;,]/g, '\\$&')
      .replace(/\r\n|\r|\n/g, '\\n')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out.
      .replace(/[\u0000-\u001f\u007f]/g, '')
  )
}

/** No line is longer than it may be, and no letter is cut in two. */
function fold(line: string): string {
  const folded: string[] = []
  let part = ''
  let octets = 0
  for (const letter of line) {
    const size = Buffer.byteLength(letter)
    // What goes on begins with a space, which counts.
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
