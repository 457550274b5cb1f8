import { expect, test } from 'vitest'
import {
  addToast,
  dismissToast,
  findOpenErrors,
  removeToast,
  TOAST_REMOVE_DELAY_MS,
} from './toasts.rules.ts'

const first = { id: 1, title: 'Successfully signed in', isOpen: true }
const second = { id: 2, title: 'Error signing out', isOpen: true }

test('a new toast takes the place of the one before', () => {
  expect(addToast(addToast([], first), second)).toEqual([second])
})

test('a dismissed toast closes at once and goes later', () => {
  const dismissed = dismissToast([first], 1)
  expect(dismissed).toEqual([{ ...first, isOpen: false }])
  expect(removeToast(dismissed, 1)).toEqual([])
  expect(TOAST_REMOVE_DELAY_MS).toBe(1_000_000)
})

test('dismissing one that is gone changes nothing', () => {
  expect(dismissToast([second], 1)).toEqual([second])
})

test('errors that can still be seen are told from other toasts', () => {
  const error = { ...second, tone: 'error' as const }
  expect(findOpenErrors([first, error, { ...error, id: 3, isOpen: false }])).toEqual([error])
})
