import { createElement } from 'react'
import { expect, test } from 'vitest'
import type { People } from '#app/admin/administrators/administrators.contract.ts'
import { drawPiece } from '#test/drawn/drawn-piece.ts'
import { Invitations } from './Invitations.tsx'
import { Inviting } from './Inviting.tsx'
import { PeopleList } from './PeopleList.tsx'

const at = '2026-11-20T15:00:00Z'
const person: People['people'][number] = {
  ...{ id: 'ines', email: 'ines@club.test', name: 'Ines', role: 'curator', isYou: false },
  ...{ createdAt: at, lastSeenAt: null, hasApp: false, passkeys: 0, recoveryCodesLeft: 1 },
}
const people: People = {
  people: [
    person,
    { ...person, id: 'noor', name: 'Noor', role: 'owner', isYou: true, lastSeenAt: at },
    { ...person, id: 'ada', name: 'Ada', hasApp: true, passkeys: 2, recoveryCodesLeft: 9 },
  ],
  invitations: [
    {
      id: 'i1',
      email: 'b@club.test',
      name: 'Bo',
      role: 'analyst',
      invitedBy: 'Noor',
      expiresAt: at,
    },
  ],
  hasOwner: true,
}
const act = async () => true
const draw = (piece: typeof PeopleList | typeof Invitations, isEmergency = false) =>
  drawPiece(createElement(piece, { people, isEmergency, act }))

test('of each it is said with what they come in, and whether they are here', () => {
  const { words } = draw(PeopleList)
  expect(words).toContain('no second key, 1 recovery code left · not here right now')
  expect(words).toContain('Noor (you)')
  expect(words).toContain('2 passkeys and code app, 9 recovery codes left')
  expect(words).toContain('· here ')
})

test('by the emergency door an owner gets new keys, and nothing else can be done', () => {
  expect(draw(PeopleList).buttons).toEqual([
    ...['New keys', 'Remove', 'New keys', 'Remove', 'New keys', 'Remove'],
  ])
  expect(draw(PeopleList).html).not.toMatch(/<select[^>]*disabled/)
  const emergency = draw(PeopleList, true)
  expect(emergency.buttons).toEqual(['New keys'])
  expect(emergency.html).toContain('aria-label="Send Noor new keys"')
  expect(emergency.html.match(/<select[^>]*disabled/g)).toHaveLength(3)
  expect(draw(Invitations).buttons).toEqual(['Take back'])
  expect(draw(Invitations, true).buttons).toEqual([])
  expect(draw(Invitations).words).toContain('Analyst, by Noor, until ')
})

test('somebody is asked in as a curator, through the emergency door as an owner', () => {
  const roles = (isEmergency: boolean) => {
    const withProof = <T>(work: () => Promise<T>) => work()
    const { html } = drawPiece(createElement(Inviting, { isEmergency, withProof }))
    const offered = [...html.matchAll(/<input[^>]*type="radio"[^>]*>/g)].map(([input]) => input)
    return offered.map((input) => [
      /value="(\w+)"/.exec(input)?.[1],
      input.includes('checked=""') ? 'chosen' : '',
    ])
  }
  expect(roles(true)).toEqual([['owner', 'chosen']])
  expect(roles(false).filter(([, chosen]) => chosen)).toEqual([['curator', 'chosen']])
  expect(roles(false)).toHaveLength(3)
})
