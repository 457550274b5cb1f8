import { createElement } from 'react'
import { Form } from 'react-router'
import { expect, test } from 'vitest'
import { drawPiece } from '#test/drawn/drawn-piece.ts'
import type { AccountActions } from './actions.ts'
import { PlanSwitch } from './PlanSwitch.tsx'

test('nobody agrees to another plan before its price stands there', () => {
  const actions = { Form, busy: undefined, outcome: undefined } as unknown as AccountActions
  const { html } = drawPiece(createElement(PlanSwitch, { plan: 'monthly', actions }))
  expect(html).toContain('Working out the price')
  const [agree] = html.match(/<input[^>]*name="plan"[^>]*><button[^>]*>/) ?? []
  expect(agree).toContain('disabled')
})
