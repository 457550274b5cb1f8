import { expect, test } from 'vitest'
import type { Guarantee } from './guarantee.contract.ts'
import { guaranteeInWords, meterInWords } from './guarantee.copy.ts'

const REFUSED: Guarantee = {
  ...{ state: 'refused', refusal: null, startsOn: '2026-03-03', endsOn: '2027-03-03' },
  ...{ isBehind: false, paidMonths: 12, goal: 100, recorded: 0, confirmed: 120, meter: 120 },
  ...{ claimUntil: '2027-05-02', toPay: 97, paidBack: 0, isForPerson: false, goesOn: true },
  ...{ askedOn: null, heldUntil: null, paidOn: null, payments: [], savings: [] },
}

test.each([
  ['chargeback-open', 'There is no fee to have back'],
  ['chargeback-lost', 'There is no fee to have back'],
  ['paid-back', 'There is no fee to have back'],
  ['confirmed', 'Your year is over, and you saved $100 or more'],
] as const)('to whoever has asked for nothing, nothing is refused: %s', (refusal, title) => {
  const before = guaranteeInWords({ ...REFUSED, refusal })
  expect(before.title).toBe(title)
  expect(before.text).not.toContain('again for')
  const asked = guaranteeInWords({ ...REFUSED, refusal, askedOn: '2027-03-04' })
  expect(asked.title).toBe('Your claim is refused')
})

test('before the first payment it is said that one may not have been read yet, where one may', () => {
  const none: Guarantee = { ...REFUSED, state: 'none' }
  expect(guaranteeInWords(none).text).not.toContain('just paid')
  expect(guaranteeInWords({ ...none, isBehind: true }).text).toContain('Have you just paid?')
})

test('the meter says how far the year has come, and until when it counts', () => {
  expect(meterInWords({ meter: 64, goal: 100, endsOn: '2027-03-03' })).toBe(
    '$64 of $100 recorded, until March 3, 2027',
  )
})
