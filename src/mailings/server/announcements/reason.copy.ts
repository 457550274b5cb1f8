import type { LetterAudience } from '#app/mailings/announcements.facts.ts'

const WHO: Record<LetterAudience, (club: string) => string> = {
  everybody: (club) => `you have an account at ${club}`,
  members: (club) => `you are a member of ${club}`,
  trials: (club) => `you are trying out ${club}`,
  free: (club) => `you have a free account at ${club}`,
}

/** Returns the reason stated in the foot of a letter that nobody can turn off. */
export function reasonOfAnnouncement(audience: LetterAudience, club: string): string {
  return `You get this letter because ${WHO[audience](club)}. It says what you have to know, so it also goes to those who take no mail.`
}

/** Shown on a member's page if an announcement was not sent to them. */
export const CAME_BACK = 'not sent: mail to this address came back before'
