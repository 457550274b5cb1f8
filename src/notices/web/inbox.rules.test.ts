import { createElement } from 'react'
import { expect, test } from 'vitest'
import type { Deal } from '#app/deals/deals.contract.ts'
import type { Notice, Notices } from '#app/notices/notices.contract.ts'
import { drawPiece } from '#test/drawn/drawn-piece.ts'
import { InboxList } from './InboxList.tsx'
import { noticesQuery } from './queries.ts'

const now = '2026-11-20T17:00:00Z'
const notice: Notice = {
  ...{ id: 7, kind: 'gone', happenedAt: now, isRead: false, facts: {}, dealId: 'coat' },
  ...{ brandName: 'Fold', deal: null },
}
const told = (...notices: Notice[]): Notices => ({
  ...{
    notices,
    total: 45,
    unread: notices.filter(({ isRead }) => !isRead).length,
    newestId: 7,
    now,
  },
})
const draw = (notices: Notices, page = 1) =>
  drawPiece(createElement(InboxList, { page }), { known: [[noticesQuery(page).queryKey, notices]] })

test('notices stand under their days, what is unread says so and can be read', () => {
  const before = { ...notice, id: 6, happenedAt: '2026-11-19T17:00:00Z', isRead: true }
  const { words, buttons, html } = draw(told(notice, before))
  expect(words).toMatch(/^Inbox 1 unread Mark all as read Today .* Yesterday /)
  expect(buttons).toEqual(['Mark all as read', expect.stringMatching(/^Mark as read: .*, Fold$/)])
  expect(html).toMatch(/<button[^>]*value="7"[^>]*name="read-through"/)
  expect(words.match(/\(unread\)/g)).toHaveLength(1)
  expect(draw(told(before)).words).toContain('All read')
  expect(draw(told(before)).buttons).toEqual([])
})

test('of a deal that is not listed any more it says so, of an edition it shows the day', () => {
  expect(draw(told(notice)).words).toContain('No longer listed')
  for (const kind of ['gone', 'back'] as const) {
    expect(draw(told({ ...notice, kind })).html).toContain('data-ended="true"')
  }
  // What ended then has ended there, whatever became of the deal since.
  const deal = { state: 'live', images: [], dealCardImageUrl: null } as unknown as Deal
  expect(draw(told({ ...notice, deal })).html).toContain('data-ended="true"')
  expect(draw(told({ ...notice, kind: 'back', deal })).html).not.toContain('data-ended')
  const edition = {
    ...notice,
    kind: 'edition',
    facts: { day: '2026-11-20' },
    dealId: null,
  } as const
  const drawn = draw(told(edition))
  expect(drawn.html).toMatch(/told-day[^>]*><span>20<\/span><span class="caps">Nov</)
  expect(drawn.html).not.toContain('data-ended')
})

test('beyond the last page the way leads back, and who was told nothing reads what will be told', () => {
  const { words, links } = draw(told(), 3)
  expect(words).toContain('The inbox ends before here.')
  expect(links.find((link) => link.words === 'Start with the newest')?.to).toBe('/inbox')
  expect(draw({ ...told(), total: 0 }).words).toContain('Nothing to tell yet')
})
