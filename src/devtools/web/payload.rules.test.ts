import { expect, test } from 'vitest'
import { isJsonObject } from './payload.rules.ts'

test.each([
  ['{}', true],
  ['{ "id": "evt_1" }', true],
  ['[]', false],
  ['null', false],
  ['"text"', false],
  ['{ id: 1 }', false],
  ['', false],
])('%s can be sent as an event: %s', (text, isSendable) => {
  expect(isJsonObject(text)).toBe(isSendable)
})
