import { describe, expect, test } from 'vitest'
import { type Subscription, SubscriptionStatus } from '#app/membership/membership.contract.ts'
import { MONTHLY_GUARANTEE } from '#app/shared/offer.ts'
import {
  cardInWords,
  describeAccount,
  givenInWords,
  nextInWords,
  planChangeInWords,
  planInWords,
  resumingInWords,
} from './account.copy.ts'

const subscription = (draft: Partial<Subscription>): Subscription => ({
  status: 'active',
  tier: 'annual',
  price: 97,
  cancelAtPeriodEnd: false,
  currentPeriodEnd: '2027-03-03T12:00:00.000Z',
  isMember: draft.status === 'active' || draft.status === 'trialing',
  card: null,
  ...draft,
})

const every = SubscriptionStatus.options.flatMap((status) =>
  [true, false].map((cancelAtPeriodEnd) => ({ status, cancelAtPeriodEnd })),
)

describe('the account page', () => {
  test.each([
    ['active', false, 'Active', 'March 3, 2027'],
    ['active', true, 'Your membership ends on March 3, 2027', 'No future billing date'],
    ['trialing', false, 'Trial', 'March 3, 2027'],
    ['trialing', true, 'Your membership ends on March 3, 2027', 'No future billing date'],
    ['past_due', false, 'Past due', 'Now: a payment is open'],
    ['past_due', true, 'Your membership ends on March 3, 2027', 'No future billing date'],
    ['unpaid', false, 'Unpaid', 'Now: a payment is open'],
    ['incomplete', false, 'Incomplete', 'No future billing date'],
    ['incomplete_expired', false, 'Incomplete expired', 'No future billing date'],
    ['canceled', false, 'Canceled', 'No future billing date'],
    ['canceled', true, 'Canceled', 'No future billing date'],
  ] as const)('says of %s, cancelled: %s: %s', (status, cancelAtPeriodEnd, line, billing) => {
    const account = describeAccount(subscription({ status, cancelAtPeriodEnd }))
    expect([account.statusLine, account.nextBilling]).toEqual([line, billing])
  })

  test('offers somebody who never subscribed nothing but that', () => {
    const none = subscription({ status: null, tier: null, currentPeriodEnd: null })
    for (const each of [none, null]) {
      expect(describeAccount(each)).toMatchObject({
        statusLine: 'No membership',
        nextBilling: 'No future billing date',
        offers: { subscribe: 'checkout', canCancel: false, canChangeCard: false },
      })
    }
  })

  test('never speaks of an invalid date', () => {
    for (const currentPeriodEnd of [null, 'soon', '']) {
      for (const draft of every) {
        const { statusLine, nextBilling } = describeAccount(
          subscription({ ...draft, currentPeriodEnd }),
        )
        expect(`${statusLine} ${nextBilling}`).not.toMatch(/invalid|undefined|null|NaN/i)
      }
    }
  })

  test('names days as they are in Toronto, summer time included', () => {
    const renewing = (currentPeriodEnd: string) =>
      describeAccount(subscription({ currentPeriodEnd })).nextBilling
    expect(renewing('2027-03-14T04:59:59Z')).toBe('March 13, 2027')
    expect(renewing('2027-03-15T03:59:59Z')).toBe('March 14, 2027')
  })
})

describe('what comes next in money', () => {
  const upcoming = { amount: 67, at: '2027-03-03T12:00:00.000Z', isDue: false, ifResumed: null }
  const until = 'March 3, 2027'

  test.each([
    ['trialing', false, 'Your trial is free. First charge: $67.00 on March 3, 2027.'],
    ['active', false, 'It renews on March 3, 2027 for $67.00.'],
    ['active', true, 'Every deal stays open to you until then. Nothing more is charged.'],
    ['canceled', true, 'It ended on March 3, 2027. Your account and your receipts stay here.'],
    ['past_due', false, undefined],
  ] as const)('with %s, cancelled: %s', (status, cancelAtPeriodEnd, words) => {
    const account = describeAccount(subscription({ status, cancelAtPeriodEnd }))
    expect(nextInWords(account, { upcoming, until })).toBe(words)
  })

  test('is said without the amount while that is not known', () => {
    const words = (status: 'trialing' | 'active', amount: null | undefined) =>
      nextInWords(describeAccount(subscription({ status })), {
        upcoming: amount === undefined ? undefined : { ...upcoming, amount, at: null },
        until,
      })
    expect(words('trialing', undefined)).toBe('Your trial is free. First charge: March 3, 2027.')
    expect(words('active', null)).toBe('It renews on March 3, 2027.')
  })

  test('in the hour before a new period is charged, is that charge', () => {
    const words = nextInWords(describeAccount(subscription({})), {
      upcoming: { ...upcoming, isDue: true },
      until,
    })
    expect(words).toBe('A new period has begun: $67.00 will be charged within the hour.')
  })

  test('after resuming is what the provider says, and no price while it does not', () => {
    expect(resumingInWords({ ...upcoming, ifResumed: 67 }, until)).toContain(
      'it goes on from March 3, 2027 with a payment of $67.00, and',
    )
    for (const unknown of [undefined, upcoming]) {
      expect(resumingInWords(unknown, until)).toContain('March 3, 2027 as it was before, and')
      expect(resumingInWords(unknown, until)).not.toContain('$')
    }
  })

  test('of a plan is what it was joined at, whatever it costs others by now', () => {
    expect(planInWords(subscription({ tier: 'monthly', price: 8 }))).toBe('Monthly, $8.00 a month')
    expect(planInWords(subscription({}))).toBe('Annual, $97.00 a year')
    expect(planInWords(subscription({ price: null }))).toBe('Annual')
    expect(planInWords(null)).toBe('None')
  })

  test('of a change that gives up the sale says so', () => {
    const change = { plan: 'monthly', price: 12, interval: 'month', dueToday: 0 } as const
    const words = planChangeInWords({ ...change, renewsAt: upcoming.at, losesSale: true })
    expect(words.at(-1)).toBe('You give up the sale price of your first year.')
  })

  test('of a change to the monthly plan says what the guarantee asks of it', () => {
    const change = { plan: 'monthly', price: 12, interval: 'month', losesSale: false } as const
    for (const dueToday of [12, 0, -85]) {
      const words = planChangeInWords({ ...change, dueToday, renewsAt: upcoming.at })
      expect(words).toContain(MONTHLY_GUARANTEE)
    }
    const back = { plan: 'annual', price: 97, interval: 'year', losesSale: false } as const
    expect(planChangeInWords({ ...back, dueToday: 0, renewsAt: upcoming.at })).not.toContain(
      MONTHLY_GUARANTEE,
    )
  })

  test.each([
    [89.5, /You pay \$89\.50 today.*\$97\.00 a year, next on March 3, 2027/],
    [0, /Nothing is charged today\. From March 3, 2027 on it is \$97\.00 a year/],
    [-12.25, /Nothing is charged today\. .*\$12\.25 is kept for your next bills/],
  ])('of a change that costs %s today', (dueToday, words) => {
    const change = { plan: 'annual', price: 97, interval: 'year', losesSale: false } as const
    expect(planChangeInWords({ ...change, dueToday, renewsAt: upcoming.at }).join(' ')).toMatch(
      words,
    )
  })
})

test.each([
  ['visa', 'Visa ending in 4242'],
  ['amex', 'American Express ending in 4242'],
  ['something_new', 'Something new ending in 4242'],
])('the card %s is called %s', (brand, words) => {
  expect(cardInWords({ brand, last4: '4242' })).toBe(words)
})

test.each([
  ['active', '30 days of it are from us, and cost nothing.'],
  // It ended at once, before the given days began.
  ['canceled', undefined],
] as const)('of days that were given it says, %s: %s', (status, words) => {
  expect(givenInWords(subscription({ status, given: { days: 30, isTrial: false } }))).toBe(words)
})
