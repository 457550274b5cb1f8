import { weekdayName } from '#app/shared/dates.ts'
import type { MailStream } from '#app/shared/mail-streams.ts'

type Choices = { edition: string; editionWeekday: number; alerts: string }

/** Returns the reason stated in a mail's foot. */
export function reasonOf(stream: MailStream, choices: Choices, club: string): string {
  if (stream === 'edition') {
    const when =
      choices.edition === 'weekly'
        ? `every ${weekdayName(choices.editionWeekday)}`
        : 'every morning'
    return `You get this mail because you asked ${club} for the edition, ${when}.`
  }
  const when = choices.alerts === 'daily' ? 'once a day' : 'at once'
  return `You get this mail because you asked ${club} for alerts, ${when}.`
}

export function stopLabel(stream: MailStream): string {
  return stream === 'edition' ? 'Stop the edition' : 'Stop alerts'
}
