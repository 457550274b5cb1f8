import type { Block, Letter, LetterDeal } from '#app/server/mail/mail.ts'
import { countOf, formatCount, spellNumberFirst } from '#app/shared/counts.ts'
import { businessDay, formatDay, formatDayOfWeek } from '#app/shared/dates.ts'
import { letterPaths } from '#app/shared/letter-paths.ts'
import { formatShortPrice } from '#app/shared/money.ts'
import { paths } from '#app/shared/paths.ts'

/** How many deals have pictures; the others are lines of text. */
const WITH_PICTURES = 4

type Edition = {
  day: string
  /** The last day that the reader already had, if this mail covers more than one edition. */
  sinceDay: string | undefined
  forClass: 'member' | 'free'
  deals: LetterDeal[]
  /** How many of the shown deals a free account may open. */
  open: number
  /** The number of all new deals, shown or not. */
  total: number
  /** The lowest price of all new deals; undefined if not all are loaded. */
  lowest: number | undefined
}

/** Writes the edition: its date, four pictures, the other deals as lines, and one button. */
export function editionLetter(edition: Edition): Letter {
  const { day, forClass, deals, total } = edition
  const date = formatDayOfWeek(day)
  const more = total - deals.length
  const pictured = deals.slice(0, WITH_PICTURES)
  const lines = deals.slice(WITH_PICTURES)
  return {
    subject: `${date}: ${countOf(total, 'new deal', 'new deals')}`,
    preview: previewOf(edition),
    // Set when rendered for a reader.
    reason: '',
    blocks: [
      { kind: 'title', text: date },
      { kind: 'paragraph', text: leadOf(edition) },
      { kind: 'deals', deals: pictured, layout: 'pictures' },
      ...(lines.length > 0
        ? [
            { kind: 'heading', text: 'Also new' } satisfies Block,
            { kind: 'deals', deals: lines, layout: 'lines' } satisfies Block,
          ]
        : []),
      ...(more > 0
        ? [{ kind: 'paragraph', text: `and ${formatCount(more)} more` } satisfies Block]
        : []),
      {
        kind: 'button',
        label: 'See them all',
        path: letterPaths.fromMail(paths.dailyDeals(), 'edition'),
      },
      ...(forClass === 'free'
        ? [
            {
              kind: 'note',
              text: 'Members see every name and every shop.',
              link: {
                label: 'What membership gives',
                path: letterPaths.fromMail(paths.joinNow(), 'edition'),
              },
            } satisfies Block,
          ]
        : []),
    ],
  }
}

type TripQuestion = { brandName: string; nowCents: number | null; madeAt: Date }

/** Adds a question, before the button, about trips made a week or more ago: did they buy it? */
export function withTripQuestions(letter: Letter, trips: TripQuestion[]): Letter {
  if (trips.length === 0) return letter
  const named = trips.slice(0, MOST_ASKED).map(({ brandName, nowCents, madeAt }) => {
    const at = nowCents === null ? '' : ` at ${formatShortPrice(nowCents / 100)}`
    return `${brandName || 'a piece'}${at}, on ${formatDay(businessDay(madeAt))}`
  })
  const more = trips.length - named.length
  const what = more > 0 ? [...named, `and ${formatCount(more)} more`] : named
  const question: Block[] = [
    { kind: 'heading', text: 'Did you buy it?' },
    { kind: 'paragraph', text: `You went to see: ${what.join('; ')}.` },
    {
      kind: 'note',
      text: 'Your savings are counted from what you say.',
      link: {
        label: 'Say what became of it',
        path: letterPaths.fromMail(paths.savings(), 'edition'),
      },
    },
  ]
  const at = letter.blocks.findIndex(({ kind }) => kind === 'button')
  const blocks = letter.blocks.toSpliced(at < 0 ? letter.blocks.length : at, 0, ...question)
  return { ...letter, blocks }
}

const MOST_ASKED = 5

function previewOf({ deals, total }: Edition): string {
  const brands = [...new Set(deals.map(({ brand }) => brand))].slice(0, 3)
  return total > brands.length ? `${brands.join(', ')} and more.` : `${brands.join(', ')}.`
}

function leadOf({ sinceDay, forClass, total, open, lowest }: Edition): string {
  const when = sinceDay ? `since ${formatDayOfWeek(sinceDay)}` : 'in this edition'
  const from = lowest === undefined ? '' : `, from ${formatShortPrice(lowest)}`
  const what = `${countOf(total, 'deal', 'deals')} ${when}${from}.`
  if (forClass === 'member' || open === 0) return what
  return `${what} ${open === 1 ? 'One is' : `${spellNumberFirst(open)} are`} open to you today, by name.`
}
