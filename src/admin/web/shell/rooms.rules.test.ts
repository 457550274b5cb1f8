import { expect, test } from 'vitest'
import { CLOSED_ADMIN_SESSION } from '#app/admin/administrators/admin-session.facts.ts'
import { mayEnter, menuFor, roomsFor } from './rooms.rules.ts'

const open = { ...CLOSED_ADMIN_SESSION, isOpen: true } as const
const owner = { ...open, role: 'owner' } as const
const curator = { ...open, role: 'curator' } as const
const analyst = { ...open, role: 'analyst' } as const

test('the menu has the rooms of a role, in groups, and no group without one', () => {
  expect(menuFor(owner).map(({ name }) => name)).toEqual([
    'Today',
    'Feed',
    'Sourcing',
    'Members',
    'Numbers',
    'House',
  ])
  expect(menuFor(analyst).map(({ name }) => name)).toEqual(['Today', 'Numbers'])
  const labels = roomsFor(curator).map(({ label }) => label)
  expect(labels).toEqual(expect.arrayContaining(['Deals', 'Imports', 'Audit']))
  expect(labels).not.toContain('People')
  const emergency = { ...owner, isEmergency: true }
  expect(roomsFor(emergency).map(({ label }) => label)).toEqual(['People'])
  // Each is listed once.
  const all = roomsFor(owner)
  expect(new Set(all.map(({ to }) => to)).size).toBe(all.length)
  expect(new Set(all.map(({ label }) => label)).size).toBe(all.length)
})

test.each([
  [curator, '/admin', true],
  [analyst, '/admin', true],
  [curator, '/admin/people', false],
  [analyst, '/admin/imports', false],
  // A room's pages have its access, but other paths with the same prefix do not.
  [curator, '/admin/people/of-some-kind', false],
  [curator, '/admin/peoples', true],
  [curator, '/admin/keys', true],
  [{ ...owner, isEmergency: true }, '/admin', false],
] as const)('%o may enter %s: %s', (session, pathname, isAllowed) => {
  expect(mayEnter(session, pathname)).toBe(isAllowed)
})
