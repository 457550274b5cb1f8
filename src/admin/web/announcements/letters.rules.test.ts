import { createElement } from 'react'
import { expect, test } from 'vitest'
import type { Announcement, AnnouncementSummary } from '#app/mailings/announcements.contract.ts'
import { drawPiece } from '#test/drawn/drawn-piece.ts'
import { HowFar } from './HowFar.tsx'
import { Looks } from './Looks.tsx'
import { SendOut } from './SendOut.tsx'
import { Versions } from './Versions.tsx'
import { letterInWords } from './words.copy.ts'

const at = '2026-11-20T15:00:00Z'
const fates = { sent: 30, waiting: 2, held: 0, refused: 8, skipped: 2 }
const letter: Announcement = {
  ...{ id: 'l1', subject: 'New terms', audience: 'members', about: null, state: 'draft' },
  ...{ writtenBy: 'Noor', changedAt: at, sentBy: null, startedAt: null, finishedAt: null },
  ...{ people: null, fates: null, endsAt: null, body: 'Words', revision: 1, isTried: true },
  ...{ text: 'Words', perHour: null, versions: [] },
  audiences: [{ audience: 'members', people: 40, unreachable: 2 }],
}

const call = async () => true
const doing = (change: Partial<Announcement>, isChanged = false) => ({
  ...{ letter: { ...letter, ...change }, call, isBusy: false, isChanged },
})
const isOff = (html: string) => /<button[^>]*disabled/.test(html)

test('a letter goes out once it was saved, tried and there is somebody to read it', () => {
  const draw = (...given: Parameters<typeof doing>) =>
    drawPiece(createElement(SendOut, doing(...given)))
  const ready = draw({})
  expect(ready.words).toContain('Members · 40 people now; to 2 of them nothing can go')
  expect(isOff(ready.html)).toBe(false)
  for (const [drawn, words] of [
    [draw({}, true), 'Save it first.'],
    [draw({ isTried: false }), 'Send it to yourself first'],
    [draw({ audience: 'trials' }), 'There is nobody to send it to.'],
  ] as const) {
    expect(drawn.words).toContain(words)
    expect(isOff(drawn.html)).toBe(true)
  }
})

test('what is looked at is what was saved, and only a draft is sent to oneself', () => {
  const draw = (...given: Parameters<typeof doing>) =>
    drawPiece(createElement(Looks, doing(...given)))
  expect(draw({}).links.map(({ to }) => to?.split('?')[1])).toEqual(['look=light', 'look=dark'])
  expect(isOff(draw({}).html)).toBe(false)
  expect(isOff(draw({}, true).html)).toBe(true)
  expect(draw({}, true).words).toContain('As it was saved last')
  expect(draw({ state: 'going' }).buttons).toEqual([])
})

test('how far a letter has come stands in a bar and in words, with the way to what is held back', () => {
  const draw = (change: Partial<Announcement>) =>
    drawPiece(createElement(HowFar, doing({ state: 'going', people: 80, fates, ...change })))
  const going = draw({})
  expect(going.html).toContain('max="1" value="0.5"')
  expect(going.words).toContain('30 of 80 sent 2 wait for the mail server 8 turned away')
  expect(going.buttons).toEqual(['Stop it'])
  expect(going.words).not.toContain('To what is held back')
  expect(draw({ fates: { ...fates, held: 1 } }).links).toMatchObject([{ to: '/admin/mail#held' }])
  const stopped = draw({ state: 'stopped' })
  expect(stopped.buttons).toEqual(['Let it go on'])
  expect(stopped.words).toMatch(/^Stopped Members/)
  expect(draw({ state: 'done' }).buttons).toEqual([])
})

test.each<[Partial<AnnouncementSummary>, RegExp]>([
  [{}, /^A draft of Noor, /],
  [{ state: 'going', startedAt: at, sentBy: 'Ines' }, /^Goes out since .*, sent by Ines$/],
  [{ state: 'stopped', startedAt: at, sentBy: 'Ines' }, /^Stopped; begun .* by Ines$/],
  [{ state: 'done', people: 1200, sentBy: 'Ines' }, /^Went out to 1,200, done a while ago, /],
])('with %j it is said where a letter stands', (change, words) => {
  expect(letterInWords({ ...letter, ...change })).toMatch(words)
})

test('of a new version it is said what changed, which letter told of it, and how many said what', () => {
  const version = { document: 'terms', version: 2, from: '2026-12-01' } as const
  const versions = [
    { ...version, version: 1, from: '2026-01-01', accepted: 1200, putOff: 0 },
    { ...version, accepted: 30, putOff: 4 },
  ]
  const draw = (...letters: AnnouncementSummary[]) =>
    drawPiece(createElement(Versions, { letters, versions }))
  const about = { document: 'terms', version: 2 } as const
  const told = draw({ ...letter, state: 'done', about })
  expect(told.words).toContain('1,200 accepted it')
  expect(told.words).toContain('30 accepted it, 4 put it off')
  expect(told.links.at(-1)).toMatchObject({ words: 'New terms', to: '/admin/letters/l1' })
  expect(told.links.filter(({ words }) => words === 'What changed')).toHaveLength(1)
  expect(draw({ ...letter, about }).words).toContain('no letter has told of it yet')
})
