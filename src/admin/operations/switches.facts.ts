import { ADMIN_PAGES } from '#app/shared/admin-pages.ts'
import { SWITCHES } from '#app/shared/switches.ts'

/** Everything that an owner can pause: streams of mail, and other functions. */
export const CLUB_SWITCHES = ['mail-edition', 'mail-alerts', ...SWITCHES] as const
export type ClubSwitch = (typeof CLUB_SWITCHES)[number]

export const SHORTEST_WHY = 3
export const LONGEST_WHY = 300

export const switchesPath = () => ADMIN_PAGES.switches.path
