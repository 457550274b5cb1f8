import { createElement } from 'react'
import { expect, test } from 'vitest'
import type { VersionStanding } from '#app/accounts/terms.contract.ts'
import { versionsQuery } from '#app/accounts/web/versions.ts'
import { drawPiece } from '#test/drawn/drawn-piece.ts'
import { TermsSettings } from './TermsSettings.tsx'

const accepted = { version: 2, at: '2026-11-20T15:00:00Z' }
const standing: VersionStanding = {
  ...{ document: 'terms', version: 3, from: '2026-12-01', since: 2, accepted, isAsked: true },
}
const draw = (change: Partial<VersionStanding> = {}) => {
  const documents = [{ ...standing, ...change }]
  return drawPiece(createElement(TermsSettings), {
    known: [[versionsQuery.queryKey, { documents }]],
  })
}

test('which version was accepted is said, and the newest is the one that can be', () => {
  const { words, buttons, html, links } = draw()
  expect(words).toContain('Version 2 accepted on November 20, 2026 Version 3 holds from')
  expect(words).toContain('holds from December 1, 2026. See what changes')
  expect(buttons).toEqual(['Accept version 3'])
  expect(html).toContain('name="version" value="3"')
  expect(html).toContain('name="document" value="terms"')
  expect(links.map(({ to }) => to)).toEqual(['/terms?version=3', '/terms?version=3&since=2'])
})

test('of what was accepted, or of a first version, nothing is asked', () => {
  expect(draw({ accepted: { ...accepted, version: 3 } }).buttons).toEqual([])
  expect(draw({ version: 1, accepted: null }).buttons).toEqual([])
  expect(draw({ version: 1, accepted: null }).words).toContain('No acceptance of it is noted.')
  expect(draw({ accepted: { ...accepted, version: null } }).words).toContain(
    'Accepted on November 20, 2026, before versions were counted.',
  )
})
