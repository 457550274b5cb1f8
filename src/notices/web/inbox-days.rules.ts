import { addDays, businessDay, formatDateOfWeek, formatDayOfWeek } from '#app/shared/dates.ts'

type Told = { happenedAt: string }

/** Groups notices, newest first, by the day they came. */
export function daysOfInbox<T extends Told>(notices: T[]): Array<{ day: string; notices: T[] }> {
  const days: Array<{ day: string; notices: T[] }> = []
  for (const notice of notices) {
    const day = businessDay(new Date(notice.happenedAt))
    const last = days.at(-1)
    if (last?.day === day) last.notices.push(notice)
    else days.push({ day, notices: [notice] })
  }
  return days
}

/** Returns `Today`, `Yesterday` or `Friday, November 20`, with the year if it is another one. */
export function inboxDayInWords(day: string, today: string): string {
  if (day === today) return 'Today'
  if (day === addDays(today, -1)) return 'Yesterday'
  return day.slice(0, 4) === today.slice(0, 4) ? formatDayOfWeek(day) : formatDateOfWeek(day)
}
