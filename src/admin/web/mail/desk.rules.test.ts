import { createElement } from 'react'
import { expect, test } from 'vitest'
import { ADMIN_CALLS, withParameters } from '#app/admin/web/shell/calls.rules.ts'
import type { EditionPreview, MailDeskStream } from '#app/mailings/mail-desk.contract.ts'
import { queryOf } from '#app/web/api/query-keys.ts'
import { drawPiece } from '#test/drawn/drawn-piece.ts'
import { EditionPanel } from './EditionPanel.tsx'
import { Days, Held, Refused } from './Held.tsx'
import { askedIn } from './queries.ts'
import { Streams } from './Streams.tsx'

const at = '2026-11-20T15:00:00Z'
const stream: MailDeskStream = {
  ...{ stream: 'edition', unreachable: 0, waiting: 0, isStopped: false },
  ...{ readers: [], stoppedAt: null, stoppedBy: null, reason: null },
}

test('of a stream it is said who takes it, whom nothing reaches, what waits and who stopped it', () => {
  const draw = (change: Partial<MailDeskStream>) => {
    const membership = { people: 0, waiting: 0 }
    return drawPiece(createElement(Streams, { streams: [{ ...stream, ...change }], membership }))
  }
  expect(draw({}).words).toContain('Nobody takes it yet.')
  expect(draw({}).buttons).toEqual(['Stop'])
  // The reason is kept in the audit.
  expect(draw({}).html).toMatch(/<input[^>]* required=""/)
  const readers = [
    { choice: 'daily', people: 2 },
    { choice: 'weekly', people: 1 },
  ]
  const { words } = draw({ readers, unreachable: 1, waiting: 4 })
  expect(words).toContain('3 people: 2 once a day, 1 once a week. Nothing can go to 1 of them')
  expect(words).toContain('mail that came back. 4 mails wait.')
  const stopped = { isStopped: true, stoppedAt: at, stoppedBy: 'Noor', reason: 'A wrong price' }
  expect(draw(stopped).words).toContain('Stopped by Noor on November 20, 2026: A wrong price')
  expect(draw(stopped).buttons).toEqual(['Resume'])
  expect(draw(stopped).html).not.toContain('<input')
})

test('what is held back can be sent or dropped, what was turned away leads to its member', () => {
  const mail = { id: 'm1', template: 'alerts', recipient: 'ada@people.test', createdAt: at }
  const held = drawPiece(createElement(Held, { held: [{ ...mail, why: 'It broke off' }] }))
  expect(held.words).toMatch(/Alerts, to ada@people.test .* · It broke off/)
  expect(held.buttons).toEqual(['Send it', 'Drop it'])
  const away = { id: 'm2', template: 'trial-ending', refusedAt: at, why: null }
  const refused = [
    { ...away, recipient: 'ada@people.test' },
    { ...away, id: 'm3', recipient: null },
  ]
  const turned = drawPiece(createElement(Refused, { refused }))
  expect(turned.words).toContain('Trial ending, to ada@people.test')
  expect(turned.links).toMatchObject([{ to: '/admin/members?q=ada%40people.test' }])
  expect(drawPiece(createElement(Refused, { refused: [] })).words).toContain('Nothing in the last')
})

test('each day says what of each stream became of it, in its column', () => {
  const counts = { sent: 1200, refused: 2, bounced: 3, complained: 4, unsubscribed: 5 }
  const days = [{ day: '2026-11-20', stream: 'letter-to-all', ...counts }]
  const { words } = drawPiece(createElement(Days, { days }))
  expect(words).toContain('Sent Refused Bounced Complaints Unsubscribed Fri, Nov 20')
  expect(words).toContain('A letter to all 1,200 2 3 4 5')
})

test('an edition says how much of it is of its morning, or why none goes out', () => {
  const preview: EditionPreview = {
    letter: { subject: 'Forty', html: '', text: 'Forty deals', bytes: 40_961 },
    ...{ why: null, dueAt: at, holds: { day: '2026-11-20', ofDay: 1, earlier: 0 } },
  }
  const draw = (search: string, answer: EditionPreview) => {
    const asked = askedIn(new URLSearchParams(search))
    const { queryKey } = queryOf(withParameters(ADMIN_CALLS.mailPreview, asked))
    const known: Parameters<typeof drawPiece>[1] = { known: [[queryKey, answer]] }
    return drawPiece(createElement(EditionPanel, { asked }), known)
  }
  const { words, links } = draw('', preview)
  expect(words).toContain('Goes out November 20, 2026')
  expect(words).toContain('Holds 1 deal of the edition of November 20 Size 41 KB')
  expect(links[0]?.to).toContain('/html?as=member&edition=next')
  const holds = { day: '2026-11-20', ofDay: 3, earlier: 2 }
  expect(draw('edition=newest', { ...preview, holds }).words).toMatch(
    /As of November 20.*3 deals of the edition of November 20, and 2 from before it/,
  )
  const none = { ...preview, letter: null, why: 'There is no deal in it.' }
  expect(draw('as=account&email=ada@people.test', none).words).toContain('There is no deal in it.')
})
