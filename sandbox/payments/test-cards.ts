import { createHash } from 'node:crypto'
import type { Card } from './processor.ts'

/** A decline, with the provider's codes and message. */
export type Decline = { code: string; declineCode: string | null; message: string }

export type CardBehavior = {
  /** The outcome when the card is stored. */
  atSetup: Decline | null
  /** The outcome when the card is charged. */
  atCharge: Decline | null
  /** Whether 3-D Secure is required: never, until passed once, or every time. */
  challenge: 'never' | 'once' | 'always'
  /** Refunds to it seem to arrive and fail a day later. */
  sendsRefundsBack?: true
}

export type ReadCard = {
  brand: string
  country: string
  funding: 'credit' | 'debit' | 'prepaid'
  last4: string
  expMonth: number
  expYear: number
  /** The same for every use of the same number. */
  fingerprint: string
  name: string | null
  behavior: CardBehavior
}

const GENERIC = decline('card_declined', 'generic_decline', 'Your card was declined.')
const NO_FUNDS = decline('card_declined', 'insufficient_funds', 'Your card has insufficient funds.')
const LOST = decline('card_declined', 'lost_card', 'Your card was declined.')
const STOLEN = decline('card_declined', 'stolen_card', 'Your card was declined.')
const EXPIRED = decline('expired_card', null, 'Your card has expired.')
const WRONG_CVC = decline('incorrect_cvc', null, 'Your card’s security code is incorrect.')
const PROCESSING = decline(
  'processing_error',
  null,
  'An error occurred while processing your card. Try again in a little bit.',
)

/** The provider's test card numbers that do not succeed. */
const SPECIAL: Record<string, CardBehavior> = {
  '4000000000000002': refused(GENERIC),
  '4000000000009995': refused(NO_FUNDS),
  '4000000000009987': refused(LOST),
  '4000000000009979': refused(STOLEN),
  '4000000000000069': refused(EXPIRED),
  '4000000000000127': refused(WRONG_CVC),
  '4000000000000119': refused(PROCESSING),
  '4000000000000341': { atSetup: null, atCharge: GENERIC, challenge: 'never' },
  '4000000000005126': {
    atSetup: null,
    atCharge: null,
    challenge: 'never',
    sendsRefundsBack: true,
  },
  '4000002500003155': { atSetup: null, atCharge: null, challenge: 'once' },
  '4000000000003220': { atSetup: null, atCharge: null, challenge: 'once' },
  '4000002760003184': { atSetup: null, atCharge: null, challenge: 'always' },
  '4000008400001629': { atSetup: GENERIC, atCharge: GENERIC, challenge: 'always' },
  '4000008260003178': { atSetup: null, atCharge: NO_FUNDS, challenge: 'always' },
}

const PAYS: CardBehavior = { atSetup: null, atCharge: null, challenge: 'never' }

const PAYING: Record<string, [brand: string, funding: ReadCard['funding']]> = {
  '4242424242424242': ['visa', 'credit'],
  '4000056655665556': ['visa', 'debit'],
  '5555555555554444': ['mastercard', 'credit'],
  '2223003122003222': ['mastercard', 'credit'],
  '5200828282828210': ['mastercard', 'debit'],
  '5105105105105100': ['mastercard', 'prepaid'],
  '378282246310005': ['amex', 'credit'],
  '371449635398431': ['amex', 'credit'],
  '6011111111111117': ['discover', 'credit'],
  '6011000990139424': ['discover', 'credit'],
  '6011981111111113': ['discover', 'debit'],
  '3056930009020004': ['diners', 'credit'],
  '36227206271667': ['diners', 'credit'],
  '3566002020360505': ['jcb', 'credit'],
  '6200000000000005': ['unionpay', 'credit'],
}

/** Validates a typed card and looks up its behaviour. The number itself is not stored. */
export function readCard(
  card: Card,
  now: Date,
): { card: ReadCard; refusal?: never } | { card?: never; refusal: Decline } {
  const number = card.number.replace(/[\s-]/g, '')
  const refusal = findMistake({ ...card, number }, now)
  if (refusal) return { refusal }

  const behavior = SPECIAL[number]
  const [brand, funding] = PAYING[number] ?? ['visa', 'credit']
  if (!behavior && !PAYING[number]) return { refusal: NOT_A_TEST_CARD }
  return {
    card: {
      brand,
      country: 'US',
      funding,
      last4: number.slice(-4),
      expMonth: card.expMonth,
      expYear: fullYear(card.expYear),
      fingerprint: fingerprintOf(number),
      name: card.name?.trim() || null,
      behavior: behavior ?? PAYS,
    },
  }
}

const NOT_A_TEST_CARD = decline(
  'card_declined',
  'test_mode_live_card',
  'Your card was declined. Your request was in test mode, but used a non test card.',
)

function findMistake({ number, expMonth, expYear, cvc }: Card, now: Date): Decline | undefined {
  if (!/^\d*$/.test(number)) return mistake('invalid_number', 'Your card number is invalid.')
  if (number.length < 13) return mistake('incomplete_number', 'Your card number is incomplete.')
  if (number.length > 19 || !passesLuhn(number)) {
    return mistake('invalid_number', 'Your card number is invalid.')
  }
  if (!(Number.isInteger(expMonth) && expMonth >= 1 && expMonth <= 12)) {
    return mistake('invalid_expiry_month', 'Your card’s expiration date is invalid.')
  }
  const year = fullYear(expYear)
  const thisYear = now.getUTCFullYear()
  if (!Number.isInteger(expYear) || year > thisYear + 50) {
    return mistake('invalid_expiry_year', 'Your card’s expiration year is invalid.')
  }
  if (year < thisYear) {
    return mistake('invalid_expiry_year_past', 'Your card’s expiration year is in the past.')
  }
  if (year === thisYear && expMonth < now.getUTCMonth() + 1) {
    return mistake('invalid_expiry_month_past', 'Your card’s expiration date is in the past.')
  }
  const isAmex = /^3[47]/.test(number)
  if (!/^\d*$/.test(cvc)) return mistake('invalid_cvc', 'Your card’s security code is invalid.')
  if (cvc.length < (isAmex ? 4 : 3)) {
    return mistake('incomplete_cvc', 'Your card’s security code is incomplete.')
  }
  if (cvc.length > 4) return mistake('invalid_cvc', 'Your card’s security code is invalid.')
}

function passesLuhn(number: string): boolean {
  const digits = [...number].reverse().map(Number)
  const sum = digits.reduce((total, digit, place) => {
    const doubled = place % 2 === 1 ? digit * 2 : digit
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return sum % 10 === 0
}

function fullYear(year: number): number {
  return year < 100 ? 2000 + year : year
}

function fingerprintOf(number: string): string {
  const hash = createHash('sha256').update(`sandbox card ${number}`).digest('base64')
  return hash.replace(/\W/g, '').slice(0, 16)
}

function decline(code: string, declineCode: string | null, message: string): Decline {
  return { code, declineCode, message }
}

function mistake(code: string, message: string): Decline {
  return decline(code, null, message)
}

function refused(why: Decline): CardBehavior {
  return { atSetup: why, atCharge: why, challenge: 'never' }
}
