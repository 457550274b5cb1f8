import type { AdminSession } from '#app/admin/administrators/admin-session.contract.ts'
import { editionsPath } from '#app/admin/editions/paths.facts.ts'
import { lettersPath } from '#app/admin/letters.facts.ts'
import { membersPath } from '#app/admin/members.facts.ts'
import { businessPath } from '#app/admin/metrics/business.facts.ts'
import { setupPath } from '#app/admin/operations/setup.facts.ts'
import { switchesPath } from '#app/admin/operations/switches.facts.ts'
import { adminPaths } from '#app/admin/paths.facts.ts'
import { candidatesPath, productFeedsPath } from '#app/admin/sourcing-paths.facts.ts'

/** `for`: the roles besides owners that may enter it. */
export type Room = { label: string; to: string; for: AdminSession['role'][] }
type RoomGroup = { name: string; rooms: Room[] }

/**
 * The menu of the back office. A new room is one line here; the pages below its path are then for the same
 * roles.
 */
const MENU: RoomGroup[] = [
  {
    name: 'Today',
    rooms: [
      { label: 'This morning', to: adminPaths.deals(), for: ['curator', 'analyst'] },
      { label: 'Deals', to: `${adminPaths.deals()}#manage-deals`, for: ['curator'] },
      { label: 'Editions', to: editionsPath(), for: ['curator', 'analyst'] },
    ],
  },
  {
    name: 'Feed',
    rooms: [
      { label: 'Imports', to: adminPaths.imports(), for: ['curator'] },
      { label: 'Carousels', to: adminPaths.carousels(), for: ['curator'] },
    ],
  },
  {
    name: 'Sourcing',
    rooms: [
      { label: 'Candidates', to: candidatesPath(), for: ['curator'] },
      { label: 'Links', to: adminPaths.links(), for: ['curator'] },
      { label: 'Product feeds', to: productFeedsPath(), for: ['curator'] },
      { label: 'Retailers', to: adminPaths.retailers(), for: ['curator'] },
      { label: 'Checks', to: adminPaths.checks(), for: ['curator'] },
      { label: 'Rates', to: adminPaths.rates(), for: ['curator'] },
    ],
  },
  {
    name: 'Members',
    rooms: [
      { label: 'Members', to: membersPath(), for: [] },
      { label: 'Reports', to: adminPaths.reports(), for: ['curator'] },
      { label: 'Guarantee', to: adminPaths.guarantee(), for: [] },
      { label: 'Savings', to: adminPaths.savings(), for: [] },
      { label: 'Letters', to: lettersPath(), for: [] },
      { label: 'Mail', to: adminPaths.mail(), for: ['curator'] },
    ],
  },
  {
    name: 'Numbers',
    rooms: [
      { label: 'Figures', to: adminPaths.metrics(), for: ['analyst'] },
      { label: 'Business', to: businessPath(), for: ['analyst'] },
      { label: 'Audit', to: adminPaths.audit(), for: ['curator', 'analyst'] },
    ],
  },
  {
    name: 'House',
    rooms: [
      { label: 'People', to: adminPaths.people(), for: [] },
      { label: 'Switches', to: switchesPath(), for: [] },
      { label: 'Setup check', to: setupPath(), for: [] },
    ],
  },
]

/** Returns the rooms of the current person by group; leaves out empty groups. */
export function menuFor({ role, isEmergency }: AdminSession): RoomGroup[] {
  const isTheirs = (room: Room) =>
    isEmergency ? room.to === adminPaths.people() : role === 'owner' || room.for.includes(role)
  return MENU.map(({ name, rooms }) => ({ name, rooms: rooms.filter(isTheirs) })).filter(
    ({ rooms }) => rooms.length > 0,
  )
}

export function roomsFor(session: AdminSession): Room[] {
  return menuFor(session).flatMap(({ rooms }) => rooms)
}

/** Whether the current person may enter a page; pages outside all rooms are for everybody. */
export function mayEnter(session: AdminSession, pathname: string): boolean {
  const isOf = ({ to }: Room) => isInRoom(pathname, to)
  return !MENU.some(({ rooms }) => rooms.some(isOf)) || roomsFor(session).some(isOf)
}

/**
 * Whether a page is a room or below one. Every page is below the path of the deals, so that one matches only
 * exactly.
 */
export function isInRoom(pathname: string, to: string): boolean {
  return pathname === to || (to !== adminPaths.deals() && pathname.startsWith(`${to}/`))
}
