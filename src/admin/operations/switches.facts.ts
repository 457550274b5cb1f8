import { ADMIN_PAGES } from '#app/shared/admin-pages.ts'
import { SWITCHES } from '#app/shared/switches.ts'

/** Everything that an owner can turn off for a while: streams of mail, and the rest. */
export const CLUB_SWITCHES = ['mail-edition', 'mail-alerts', ...SWITCHES] as const
export type ClubSwitch = (typeof CLUB_SWITCHES)[number]

export const SHORTEST_WHY = 3
export const LONGEST_WHY = 300

export const switchesPath = () => ADMIN_PAGES.switches.path
