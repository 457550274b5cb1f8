import { describe, expect, test } from 'vitest'
import {
  filterParameters,
  hasListFilters,
  matchChoices,
  NO_LIST_FILTERS,
  readListFilters,
  withFilters,
} from './filters.rules.ts'

const read = (search: string) => readListFilters(new URLSearchParams(search))

describe('filters in the address', () => {
  test('come back as they were written', () => {
    const filters = {
      ...NO_LIST_FILTERS,
      q: 'wool & silk',
      brand: 'Maison Ælred',
      day: '2026-11-21',
      carousel: '0' as const,
      state: 'unpublished' as const,
    }
    const search = withFilters(new URLSearchParams('tab=2'), filters)
    expect(search.get('tab')).toBe('2')
    expect(readListFilters(search)).toEqual(filters)
  })

  test.each([
    'state=gone',
    'day=yesterday',
    'day=2026-13-40',
    'day=2026-02-30',
    'q=%00',
    'carousel=6',
    'splash=yes',
    'q=%20',
  ])('%s is as if it were not there', (search) => {
    expect(hasListFilters(read(search))).toBe(false)
  })

  test('only those that are set are asked for', () => {
    expect(filterParameters(read('q=coat&state=&preview=0'))).toEqual({ q: 'coat', preview: '0' })
    expect(withFilters(new URLSearchParams('q=coat&tab=2'), NO_LIST_FILTERS).toString()).toBe(
      'tab=2',
    )
  })
})

describe('choices', () => {
  const choices = ['Élan', 'Fold', 'Maison Fold', 'Oriel'].map((words) => ({
    value: words,
    words,
    deals: 1,
  }))
  const found = (typed: string) => matchChoices(choices, typed).map(({ words }) => words)

  test('that begin with what is typed come before those that hold it', () => {
    expect(found('fo')).toEqual(['Fold', 'Maison Fold'])
  })
  test('are found without their accents', () => {
    expect(found('elan')).toEqual(['Élan'])
  })
  test('are all offered while nothing is typed', () => {
    expect(found(' ')).toHaveLength(4)
  })
})
