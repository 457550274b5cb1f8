import { createElement } from 'react'
import { expect, test } from 'vitest'
import type { SetupCheck } from '#app/admin/operations/setup.contract.ts'
import type { Switches } from '#app/admin/operations/switches.contract.ts'
import { ADMIN_CALLS } from '#app/admin/web/shell/calls.rules.ts'
import { queryOf } from '#app/web/api/query-keys.ts'
import { drawPiece } from '#test/drawn/drawn-piece.ts'
import { Component as SetupPage } from './SetupPage.tsx'
import { Component as SwitchesPage } from './SwitchesPage.tsx'

const at = '2026-11-20T15:00:00Z'

test('a switch says whether it is on, who turned it off and why, and what the settings have off', () => {
  const row = { isOn: true, isConfigured: true, offSince: null, offBy: null, why: null }
  const off = { isOn: false, offSince: at, offBy: 'Noor', why: 'The shops are slow' }
  const switches: Switches['switches'] = [
    { ...row, name: 'joining' },
    { ...row, ...off, name: 'price-checks' },
    { ...row, name: 'sign-up', isConfigured: false },
  ]
  const { queryKey } = queryOf(ADMIN_CALLS.switches)
  const { words, html, buttons } = drawPiece(createElement(SwitchesPage), {
    known: [[queryKey, { switches }]],
  })
  expect(buttons).toEqual([
    ...['Turn off …: Joining', 'Turn on …: Price checks', 'Turn off …: Sign-up'],
  ])
  expect(words).toMatch(/Off Price checks .* Turned off by Noor, .*: The shops are slow Turn on/)
  expect(words.match(/Turned off by/g)).toHaveLength(1)
  expect(words).toMatch(/Sign-up .* have it off in any case\. Turn off …: Sign-up$/)
  expect(words.match(/in any case/g)).toHaveLength(1)
  expect(html.match(/data-state="\w+"/g)).toEqual([
    ...['data-state="good"', 'data-state="bad"', 'data-state="good"'],
  ])
})

test('the setup check says what is to do, and asks for an address only of who has none here', () => {
  const lines: SetupCheck['lines'] = [
    { part: 'clock', state: 'good', says: 'It is right.', todo: '' },
    { part: 'mail', state: 'bad', says: 'No letter was taken.', todo: 'Set SMTP_URL.' },
    { part: 'backup', state: 'note', says: 'Of yesterday.', todo: 'Look at it.' },
  ]
  const { queryKey } = queryOf(ADMIN_CALLS.setup)
  const draw = (letterTo: string | null) =>
    drawPiece(createElement(SetupPage), {
      known: [[queryKey, { checkedAt: at, lines, letterTo } satisfies SetupCheck]],
    })
  const mine = draw('noor@club.example')
  expect(mine.words).toContain('1 thing to do. Asked ')
  expect(mine.words).toContain('To do Mail No letter was taken. Set SMTP_URL.')
  expect(mine.words).toContain('Note Backup Of yesterday. Look at it.')
  expect(mine.buttons).toEqual(['Look again', 'Send a letter to noor@club.example'])
  expect(mine.html).not.toContain('<input')
  expect(mine.html.match(/<p class="admin-error">[^<]*/g)).toEqual([
    '<p class="admin-error">Set SMTP_URL.',
  ])
  const asked = draw(null)
  expect(asked.buttons).toEqual(['Look again', 'Send me a letter'])
  expect(asked.html).toMatch(/<input[^>]*name="to"/)
})
