import { expect, test } from 'vitest'
import type { AuditEntry } from '#app/admin/audit.contract.ts'
import { groupEntries } from './groups.rules.ts'
import { actionAsChoice, batchInWords, entryInWords, withoutSubject } from './words.copy.ts'

type Change = AuditEntry['changes'][number]
const change = (field: string, before: string | null, after: string | null): Change => ({
  field,
  before,
  after,
})

const entry = (id: number, changes: Partial<AuditEntry> = {}): AuditEntry => ({
  id,
  happenedAt: '2026-11-21T14:05:00.000Z',
  actorName: 'Mara',
  actorSession: 'K3F9QX',
  action: 'deal.published',
  subjectKind: 'deal',
  subjectId: `deal-${id}`,
  subjectLabel: 'Maison Orée Wool coat',
  batchId: null,
  changes: [],
  ...changes,
})

test.each([
  [
    [change('Sale price', '$420.00', '$390.00')],
    'changed the sale price of it from $420.00 to $390.00',
  ],
  [[change('Sale price', null, '$390.00')], 'set the sale price of it to $390.00'],
  [[change('Sale price', '$390.00', null)], 'removed the sale price $390.00 of it'],
  [[change('Buy URL', 'https://a.example', 'b'.repeat(80))], 'changed the buy URL of it'],
  [[change('Preview', 'no', 'yes')], 'switched preview on for it'],
  [[change('Show in splash', 'yes', 'no')], 'took it out of the splash'],
  [[change('Carousel', '0', '2')], 'put it into carousel 2'],
  [[change('Carousel', '2', '0')], 'took it out of carousel 2'],
  [[change('Carousel', '2', '5')], 'moved it from carousel 2 to 5'],
  [[change('Card picture', null, 'changed')], 'changed the card picture of it'],
  [[], 'saved it without a change'],
  [
    [change('Brand name', 'A', 'B'), change('Sale price', '$1.00', '$2.00')],
    'changed the brand name and sale price of it',
  ],
  [
    ['A', 'B', 'C', 'D', 'E'].map((field) => change(field, '1', '2')),
    'changed the a, b, c and 2 more of it',
  ],
])('a change of %j', (changes, words) => {
  const { lead, joint, tail } = entryInWords({ action: 'deal.changed', changes })
  expect([lead, joint, 'it', tail].filter(Boolean).join(' ')).toBe(words)
})

test.each([
  ['import.committed', [change('Created count', null, '38')], 'imported 38 deals from it'],
  ['import.undone', [change('Deals', '38', '0')], 'took back 38 deals of it'],
  [
    'import.restored',
    [change('Deals', null, '1'), change('Left', null, '0')],
    'restored 1 deal of it',
  ],
  [
    'import.refused',
    [change('Problem count', null, '2')],
    'uploaded it and was refused: 2 problems',
  ],
])('an upload, %s', (action, changes, words) => {
  const { lead, joint, tail } = entryInWords({ action, changes })
  expect([lead, joint, 'it', tail].filter(Boolean).join(' ')).toBe(words)
})

test('in the history of one deal the subject goes without saying', () => {
  const changes = [change('Sale price', '$420.00', '$390.00')]
  expect(withoutSubject(entryInWords({ action: 'deal.changed', changes }))).toBe(
    'changed the sale price from $420.00 to $390.00',
  )
  expect(withoutSubject(entryInWords({ action: 'deal.published', changes }))).toBe('published')
})

test('an action that is not known yet is said in its own word', () => {
  expect(entryInWords({ action: 'subscription.brought-back', changes: [] }).lead).toBe(
    'brought back',
  )
  expect(actionAsChoice('deal.published')).toBe('Deal published')
})

test('what was done to many at once is one line, whatever stands beside it', () => {
  const batch = { batchId: 'one' }
  const [day] = groupEntries([entry(5), entry(4, batch), entry(3, batch), entry(2, batch)])
  expect(day?.acts.map(({ entries }) => entries.length)).toEqual([1, 3])
  expect(batchInWords(day?.acts[1]?.entries ?? [], false)).toBe('published 3 deals')
  expect(batchInWords(day?.acts[1]?.entries ?? [], true)).toBe('published 3 deals and more')
})
