import { expect, test } from 'vitest'
import { hasTyped, withTheirs } from './meanwhile.rules.ts'

const opened = { name: 'Bergdorf', days: '14', isChecked: true, note: '' }

test('what was typed stays, what only they have changed is taken over', () => {
  const theirs = { ...opened, days: '30', isChecked: false }
  const mine = { ...opened, note: 'Ask for the outlet' }
  expect(withTheirs({ opened, theirs, mine })).toEqual({
    values: { name: 'Bergdorf', days: '30', isChecked: false, note: 'Ask for the outlet' },
    contested: [],
  })
})

test('a field that both have changed is told, unless both mean the same', () => {
  const theirs = { ...opened, days: '30', name: 'Goodman' }
  const mine = { ...opened, days: '28', name: 'Goodman' }
  const { values, contested } = withTheirs({ opened, theirs, mine })
  expect(values).toMatchObject({ days: '28', name: 'Goodman' })
  expect(contested).toEqual(['days'])
})

test('of what was not there when it was opened nothing was typed', () => {
  const theirs = { ...opened, colour: 'red' }
  const mine: Record<string, string | boolean> = { ...opened }
  expect(withTheirs<Record<string, string | boolean>>({ opened, theirs, mine })).toEqual({
    values: theirs,
    contested: [],
  })
})

test('something is typed where a field is another than when it was opened', () => {
  expect(hasTyped(opened, { ...opened })).toBe(false)
  expect(hasTyped(opened, { ...opened, isChecked: false })).toBe(true)
})
