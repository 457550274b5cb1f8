import { createElement } from 'react'
import { expect, test } from 'vitest'
import type { Guarantee, YearPayment } from '#app/guarantee/guarantee.contract.ts'
import { subscriptionQuery } from '#app/membership/web/subscription.ts'
import { demoClub } from '#app/shared/site.ts'
import { SiteSettingsContext } from '#app/web/site-settings.ts'
import { drawPiece } from '#test/drawn/drawn-piece.ts'
import { GuaranteeScreen } from './GuaranteeScreen.tsx'
import { Meter } from './Meter.tsx'
import { guaranteeQuery } from './queries.ts'
import { YearPayments, YearSavings } from './Statement.tsx'

const payment = { paidOn: '2026-11-20', amount: 97, due: 60 } as YearPayment
const year = (change: Partial<Guarantee>) =>
  ({ payments: [payment], state: 'open', toPay: 60, paidBack: 97, ...change }) as Guarantee
const drawYear = (change: Partial<Guarantee> = {}) =>
  drawPiece(createElement(YearPayments, { guarantee: year(change) })).words

test('what goes back of a payment is said once it is asked for, and what went once it did', () => {
  expect(drawYear()).toMatch(/\$97\.00 \$60\.00 back To be paid back \$60\.00$/)
  expect(drawYear({ state: 'paid' })).toMatch(/Paid back \$97\.00$/)
  expect(drawYear({ state: 'running' })).toMatch(/\$97\.00$/)
  expect(drawYear({ state: 'running' })).not.toContain('back $')
  const whole = { payments: [{ ...payment, due: 97 }] }
  expect(drawYear(whole)).not.toContain('$97.00 back')
})

test('of what was saved it is said how sure it is', () => {
  const saving = { boughtOn: '2026-11-20', brandName: 'Fold', saving: 40 }
  const savings = [
    { ...saving, isConfirmed: true, isWaiting: true },
    { ...saving, isConfirmed: true, isWaiting: false },
    { ...saving, isConfirmed: false, isWaiting: false },
  ] as Parameters<typeof YearSavings>[0]['savings']
  const { words } = drawPiece(createElement(YearSavings, { savings }))
  expect(words.match(/Fold[^$]*(?= \$)/g)).toEqual([
    'Fold, confirmed, its price is looked at',
    'Fold, confirmed',
    'Fold, recorded',
  ])
  const none = drawPiece(createElement(YearSavings, { savings: [] }))
  expect(none.words).toContain('Nothing is recorded.')
})

test('the meter is as long as its part of the goal, and never longer than the whole', () => {
  const widths = (meter: number, confirmed: number) => {
    const guarantee = { ...year({}), goal: 100, recorded: 0, meter, confirmed, endsAt: null }
    const { html } = drawPiece(createElement(Meter, { guarantee: guarantee as never }))
    return [...html.matchAll(/<rect[^>]* width="([\d.]+)"/g)].map(([, width]) => Number(width))
  }
  expect(widths(64, 30)).toEqual([100, 64, 30])
  expect(widths(140, -5)).toEqual([100, 100, 0])
})

test('while its fee can be had back or is on its way, the membership can be ended as well', () => {
  const subscription = {
    status: 'active',
    tier: 'annual',
    cancelAtPeriodEnd: false,
    isMember: true,
  }
  const drawScreen = (state: Guarantee['state']) => {
    const settings = { club: demoClub, pictureHost: '', showSampleClaims: false, today: '' }
    const screen = createElement(GuaranteeScreen)
    const { words } = drawPiece(createElement(SiteSettingsContext, { value: settings }, screen), {
      known: [
        [guaranteeQuery.queryKey, year({ state, savings: [] })],
        [subscriptionQuery.queryKey, subscription],
      ],
    })
    return words.includes('Having the fee back ends nothing.')
  }
  expect((['open', 'paying', 'paid', 'running'] as const).map(drawScreen)).toEqual([
    ...[true, true, false, false],
  ])
})
