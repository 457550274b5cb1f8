import { describe, expect, test } from 'vitest'
import { commandOf, type KeyPlace, type KeyPress } from './keys.rules.ts'

const press = (key: string, held: Partial<KeyPress> = {}): KeyPress => ({
  key,
  shiftKey: false,
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  ...held,
})

describe('on a row', () => {
  test.each([
    ['ArrowDown', { do: 'move', by: 1, isExtending: false }],
    ['j', { do: 'move', by: 1, isExtending: false }],
    ['ArrowUp', { do: 'move', by: -1, isExtending: false }],
    ['k', { do: 'move', by: -1, isExtending: false }],
    ['PageDown', { do: 'move', by: 10, isExtending: false }],
    ['Home', { do: 'first' }],
    ['End', { do: 'last' }],
    ['x', { do: 'toggle', isExtending: false }],
    [' ', { do: 'toggle', isExtending: false }],
    ['p', { do: 'publish' }],
    ['s', { do: 'splash' }],
    ['v', { do: 'preview' }],
    ['e', { do: 'edit' }],
    ['Enter', { do: 'edit' }],
    ['Delete', { do: 'delete' }],
    ['0', { do: 'carousel', carousel: 0 }],
    ['5', { do: 'carousel', carousel: 5 }],
    ['a', { do: 'select-all' }],
    ['z', { do: 'undo' }],
    ['/', { do: 'search' }],
    ['?', { do: 'help' }],
  ])('%j asks for %j', (key, command) => {
    expect(commandOf(press(key), 'row')).toEqual(command)
  })

  test('Shift extends the selection', () => {
    const shift = { shiftKey: true }
    expect(commandOf(press('ArrowDown', shift), 'row')).toEqual({
      do: 'move',
      by: 1,
      isExtending: true,
    })
    expect(commandOf(press('J', shift), 'row')).toMatchObject({ by: 1, isExtending: true })
    expect(commandOf(press('X', shift), 'row')).toEqual({ do: 'toggle', isExtending: true })
  })
})

test.each(['6', 'q', 'Tab', 'F5', 'P', 'U', 'E', 'R'])('%j is left to the browser', (key) => {
  expect(commandOf(press(key), 'row')).toBeUndefined()
})

test.each(['p', 'z', 'Delete', 'x', 'j'])('%j with a modifier is the browser’s own', (key) => {
  for (const held of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }])
    expect(commandOf(press(key, held), 'row')).toBeUndefined()
})

test.each(['p', 'z', '/', '?', 'Delete', 'Enter', ' ', 'ArrowDown', 'Escape'])(
  '%j is typed where something is typed',
  (key) => {
    expect(commandOf(press(key), 'field')).toBeUndefined()
  },
)

test.each([
  ['P', 'publish'],
  ['U', 'unpublish'],
  ['E', 'end'],
  ['R', 'bring-back'],
  ['Delete', 'delete'],
])('Shift and %j are about all that are selected: %s', (key, act) => {
  const shift = { shiftKey: true }
  expect(commandOf(press(key, shift), 'row')).toEqual({ do: 'selected', act })
  expect(commandOf(press(key, shift), 'in-row')).toEqual({ do: 'selected', act })
  expect(commandOf(press(key, shift), 'field')).toBeUndefined()
})

test('from what can be done with the selection only Escape leads back', () => {
  expect(commandOf(press('Escape'), 'selection')).toEqual({ do: 'out' })
  expect(commandOf(press('Delete', { shiftKey: true }), 'selection')).toBeUndefined()
})

test.each(['Enter', ' '])('%j presses the button it is on', (key) => {
  expect(commandOf(press(key), 'in-row')).toBeUndefined()
})

test('in a list of choices only Escape is ours', () => {
  expect(commandOf(press('ArrowDown'), 'choice')).toBeUndefined()
  expect(commandOf(press('3'), 'choice')).toBeUndefined()
  expect(commandOf(press('Escape'), 'choice')).toEqual({ do: 'out' })
})

test.each<[string, KeyPlace]>([
  ['p', 'page'],
  ['Delete', 'page'],
  ['ArrowDown', 'page'],
  ['3', 'page'],
  ['a', 'page'],
])('%j does nothing to any deal while the keyboard is on no deal', (key, place) => {
  expect(commandOf(press(key), place)).toBeUndefined()
})
