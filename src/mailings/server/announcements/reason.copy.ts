import type { LetterAudience } from '#app/mailings/announcements.facts.ts'

const WHO: Record<LetterAudience, (club: string) => string> = {
  everybody: (club) => `you have an account at ${club}`,
  members: (club) => `you are a member of ${club}`,
  trials: (club) => `you are trying out ${club}`,
  free: (club) => `you have a free account at ${club}`,
}

/** Why somebody gets a letter that nobody can turn off, as its foot says it. */
export function reasonOfAnnouncement(audience: LetterAudience, club: string): string {
  return `You get this letter because ${WHO[audience](club)}. It says what you have to know, so it also goes to those who take no mail.`
}

/** Why none went to an address, for the page of a member. */
export const CAME_BACK = 'not sent: mail to this address came back before'
