import { createElement } from 'react'
import { expect, test } from 'vitest'
import type { VersionStanding } from '#app/accounts/terms.contract.ts'
import { demoClub } from '#app/shared/site.ts'
import { SiteSettingsContext } from '#app/web/site-settings.ts'
import { drawPiece } from '#test/drawn/drawn-piece.ts'
import NewVersion from './NewVersion.tsx'
import { versionsQuery } from './versions.ts'

const terms: VersionStanding = {
  ...{ document: 'terms', version: 3, from: '2026-01-01', since: 2, accepted: null, isAsked: true },
}
const policy: VersionStanding = { ...terms, document: 'policy', version: 5, from: '2027-12-01' }

const settings = { club: demoClub, pictureHost: '', showSampleClaims: false, today: '2026-11-20' }
const draw = (...documents: VersionStanding[]) =>
  drawPiece(createElement(SiteSettingsContext, { value: settings }, createElement(NewVersion)), {
    known: [[versionsQuery.queryKey, { documents }]],
  })

test('what is new to somebody is said with its day, and that version is what they answer', () => {
  const { words, html, links, buttons } = draw({ ...terms, isAsked: false }, policy)
  expect(words).toMatch(/^Our .* changes on December 1, 2027\. See what changes/)
  expect(html).toContain('name="document" value="policy"')
  expect(html).toContain('name="version" value="5"')
  expect(links[0]?.to).toMatch(/\?version=5&since=2$/)
  expect(buttons).toEqual(['Accept', 'Not now'])
  const answers = [...html.matchAll(/<button[^>]*value="(\w+)"[^>]*name="answer"/g)]
  expect(answers.map(([, value]) => value)).toEqual(['accept', 'later'])
  expect(draw(terms).words).toMatch(/^Our .* changed on January 1, 2026\./)
  expect(draw({ ...terms, from: '2027-01-01' }).words).toContain(' change on January 1, 2027.')
})

test('whoever has answered is not asked', () => {
  expect(draw({ ...terms, isAsked: false }).html).toBe('')
})
