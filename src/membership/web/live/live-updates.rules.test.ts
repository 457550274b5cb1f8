import { expect, test } from 'vitest'
import { isOnWayToJoining, ownPageOf, readLiveMessage } from './live-updates.rules.ts'

const PAGES = ['/', '/daily-deals', '/account']

test.each([
  ['/daily-deals', '/daily-deals'],
  ['/daily-deals?page=2', '/daily-deals?page=2'],
  ['/account#plan', '/account#plan'],
  ['/', '/'],
  [undefined, undefined],
  ['', undefined],
  ['//evil.test', undefined],
  ['/\\evil.test', undefined],
  ['\\/evil.test', undefined],
  ['https://evil.test/daily-deals', undefined],
  ['javascript:alert(1)', undefined],
  [' /daily-deals', undefined],
  ['/\t/evil.test', undefined],
  ['/daily-deals/../../evil', undefined],
  ['/nowhere', undefined],
  ['daily-deals', undefined],
])('a message that leads to %j leads to %j', (redirect, page) => {
  expect(ownPageOf(redirect, PAGES)).toBe(page)
})

const TYPE = 'subscription_update'

test.each([
  [
    { type: TYPE, status: 'active' },
    { type: TYPE, status: 'active' },
  ],
  [
    { type: TYPE, status: null },
    { type: TYPE, status: null },
  ],
  [
    { type: TYPE, status: 7, redirect: 7 },
    { type: TYPE, status: null },
  ],
  [
    { type: TYPE, status: 'active', redirect: '/x', more: 1 },
    { type: TYPE, status: 'active', redirect: '/x' },
  ],
  [{ type: 'other', status: 'active' }, undefined],
  [{}, undefined],
  [null, undefined],
  ['text', undefined],
  [[], undefined],
])('%j is read as %j', (message, read) => {
  expect(readLiveMessage(JSON.stringify(message))).toEqual(read)
})

test('what is no JSON is no message', () => {
  expect(readLiveMessage('{')).toBeUndefined()
})

test.each([
  ['/', true],
  ['/join-now', true],
  ['/subscribe', true],
  ['/checkout/success', true],
  ['/deal/1', true],
  ['/sign-in', true],
  ['/account', false],
  ['/daily-deals', false],
  ['/deals', false],
  ['/privacy-policy', false],
])('a new member is led on from %s: %s', (pathname, isLedOn) => {
  expect(isOnWayToJoining(pathname)).toBe(isLedOn)
})
