import { expect, test } from 'vitest'
import { focusAt, focusInWords, movedByKey } from './focal.rules.ts'

const press = (key: string, shiftKey = false) => ({ key, shiftKey })

test('arrow keys move the focal point from the middle, and never out of the picture', () => {
  expect(movedByKey(null, press('ArrowUp'))).toEqual([500, 450])
  expect(movedByKey([100, 450], press('ArrowLeft', true))).toEqual([0, 450])
  expect(movedByKey([990, 1000], press('ArrowDown'))).toEqual([990, 1000])
  expect(movedByKey([1, 2], press('Home'))).toEqual([500, 500])
  expect(movedByKey(null, press('a'))).toBeUndefined()
})

test('a press sets it, also one that is dragged out', () => {
  const room = { left: 100, top: 50, width: 200, height: 400 }
  expect(focusAt({ x: 150, y: 450 }, room)).toEqual([250, 1000])
  expect(focusAt({ x: 50, y: 250 }, room)).toEqual([0, 500])
  expect(focusInWords([250, 1000])).toBe('25% from the left, 100% from the top')
})
