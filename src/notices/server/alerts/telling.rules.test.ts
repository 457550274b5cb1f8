import { describe, expect, test } from 'vitest'
import {
  isWorthAWord,
  type Keeper,
  type LastTold,
  NOTHING_TOLD,
  type ToldOfDeal,
  whatToTell,
} from './telling.rules.ts'

const NOW = new Date('2026-11-20T15:00Z')
const at = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000)
const live: ToldOfDeal = { priceCents: 20_000, endsAt: null, endedAt: null, endedReason: null }
const keeper: Keeper = {
  ...{ savedAt: at(-240), priceCents: 20_000 },
  ...{ knownEndsAt: null, wasEnded: false, targetCents: null, targetSetAt: null },
}
const tell = (deal: Partial<ToldOfDeal>, who: Partial<Keeper> = {}, told: Partial<LastTold> = {}) =>
  whatToTell({ ...live, ...deal }, { ...keeper, ...who }, { ...NOTHING_TOLD, ...told }, NOW)

test.each([
  [20_000, 19_000, true],
  [20_000, 19_001, false],
  // Five percent, but less than five dollars.
  [8000, 7600, false],
  [8000, 7500, true],
  [10_000, 9500, true],
  [10_000, 9501, false],
  // Five dollars, but less than five percent.
  [100_000, 99_500, false],
  [20_000, 20_000, false],
  [20_000, 21_000, false],
  [500, 0, true],
  [499, 0, false],
])('from %i to %i cents is worth a word: %s', (from, to, isWorth) => {
  expect(isWorthAWord(from, to)).toBe(isWorth)
})

describe('a price', () => {
  test.each([
    ['fell since it was saved', 18_000, {}, {}, { fromCents: 20_000, toCents: 18_000 }],
    ['was told of already', 18_000, {}, { priceCents: 18_000 }, undefined],
    ['went up and came back', 18_000, {}, { priceCents: 18_000 }, undefined],
    [
      'fell again',
      16_000,
      {},
      { priceCents: 18_000 },
      { fromCents: 18_000, toCents: 16_000, wasTold: true },
    ],
    ['was told of at more than it was saved at', 19_500, {}, { priceCents: 22_000 }, undefined],
    ['was not known when it was saved', 18_000, { priceCents: null }, {}, undefined],
  ])('that %s', (_case, priceCents, who, told, facts) => {
    expect(tell({ priceCents }, who, told)?.facts).toEqual(facts)
  })

  test('that nobody knows is not told of', () => {
    expect(tell({ priceCents: null })).toBeUndefined()
  })

  test.each([
    ['is reached by less than would be told', 19_900, 19_950, {}, 'target'],
    ['is not reached', 19_900, 19_800, {}, undefined],
    ['had been reached when it was saved', 20_000, 20_500, {}, undefined],
    ['was told of', 19_000, 19_500, { priceCents: 19_400 }, undefined],
  ])('that was asked for and %s', (_case, priceCents, targetCents, told, kind) => {
    expect(tell({ priceCents }, { targetCents }, told)?.kind).toBe(kind)
  })

  // Saved at 200; it cost 250 when they set a target of 220.
  test.each([
    ['is reached above the price at which it was saved', 21_500, {}, 'target'],
    ['is reached above what was told before they asked', 21_500, { priceCents: 18_000 }, 'target'],
    ['is reached again', 21_500, { targetToldAt: at(-1) }, undefined],
    ['is reached once more, as they have asked again', 21_500, { targetToldAt: at(-3) }, 'target'],
    ['is not reached', 22_500, {}, undefined],
  ])('that was asked for later and %s', (_case, priceCents, told, kind) => {
    const asked = { targetCents: 22_000, targetSetAt: at(-2) }
    const telling = tell({ priceCents }, asked, told)
    expect(telling?.kind).toBe(kind)
    if (!telling) return
    expect(telling.told.targetToldAt).toEqual(NOW)
    // A lower price told before remains the reference.
    expect(telling.told.priceCents).toBe(Math.min(21_500, toldBut(told).priceCents ?? 21_500))
  })
})

function toldBut(told: Partial<LastTold>): LastTold {
  return { ...NOTHING_TOLD, ...told }
}

describe('an end', () => {
  test.each([
    ['in 25 hours', 25, -240, {}, undefined],
    ['in 24 hours', 24, -240, {}, 'ends-soon'],
    ['in a minute', 0.02, -240, {}, 'ends-soon'],
    ['of now', 0, -240, {}, undefined],
    ['of before', -1, -240, {}, undefined],
    ['that was told of', 20, -240, { endsAt: at(20) }, undefined],
    ['that was moved since it was told of', 20, -240, { endsAt: at(19) }, 'ends-soon'],
    ['in 20 hours, saved an hour ago', 20, -1, {}, undefined],
    ['in three and a half hours, saved an hour ago', 3.5, -1, {}, undefined],
    ['in 3 hours, saved an hour ago', 3, -1, {}, 'ends-soon'],
    ['in 2 hours, saved in its last three', 2, -0.5, {}, undefined],
  ])('%s', (_case, hours, savedHours, told, kind) => {
    const keeper = { savedAt: at(savedHours), knownEndsAt: at(hours) }
    expect(tell({ endsAt: at(hours) }, keeper, told)?.kind).toBe(kind)
  })

  test.each([
    ['was stored since it was saved, in 20 hours', 20, null, 'ends-soon'],
    ['was stored since it was saved, in an hour', 1, null, 'ends-soon'],
    ['was moved since it was saved', 2, at(48), 'ends-soon'],
    ['was stored since it was saved, in 25 hours', 25, null, undefined],
  ])('that %s', (_case, hours, knownEndsAt, kind) => {
    const keeper = { savedAt: at(-1), knownEndsAt }
    expect(tell({ endsAt: at(hours) }, keeper)?.kind).toBe(kind)
  })
})

describe('a deal that', () => {
  const ended = { endedAt: at(-1), endedReason: 'sold-out' }
  const longAgo = { endedAt: at(-3), endedReason: 'sold-out' }
  test('has ended is told of once, with why', () => {
    expect(tell(ended)).toMatchObject({
      kind: 'gone',
      facts: { reason: 'sold-out' },
      told: { isGone: true },
    })
    expect(tell(ended, {}, { isGone: true })).toBeUndefined()
  })
  test('had ended when it was saved is not', () => {
    expect(tell(ended, { savedAt: at(0) })).toBeUndefined()
  })
  test('is back is told of to who was told that it was gone', () => {
    expect(tell({}, {}, { isGone: true })).toMatchObject({
      kind: 'back',
      facts: { toCents: 20_000 },
      told: { isGone: false },
    })
    expect(tell({})).toBeUndefined()
  })

  test.each([
    ['and still has', longAgo, {}, undefined],
    ['and has ended again before they were told that it is back', ended, {}, undefined],
    ['and has ended again since', ended, { backToldAt: at(-1.5) }, 'gone'],
    ['and is back', {}, {}, 'back'],
    ['and is back, as they were told', {}, { backToldAt: at(-1) }, undefined],
    ['and is back, as they were told of another time', {}, { backToldAt: at(-3) }, 'back'],
  ])('had ended when it was saved %s', (_case, deal, told, kind) => {
    const saved = { savedAt: at(-2), wasEnded: true }
    const telling = tell(deal, saved, told)
    expect(telling?.kind).toBe(kind)
    if (kind === 'back') expect(tell({}, saved, telling?.told)).toBeUndefined()
  })
})
