import { expect, test } from 'vitest'
import { OUTBOUND_ERRORS } from './outbound.copy.ts'
import { outboundCall, readDestination } from './outbound.rules.ts'

const domain = 'northline.example'

test.each([
  ['https://northline.example/bag', domain],
  ['http://northline.example/bag', domain],
])('%s is a destination', (buyUrl, domain) => {
  const destination = { buyUrl, domain, name: domain }
  expect(readDestination({ buyUrl, domain })).toEqual({ destination })
})

test('a retailer is called by its own name where it is known', () => {
  const answer = { buyUrl: 'https://northline.example/bag', domain }
  expect(readDestination({ ...answer, retailer: 'Northline' })).toEqual({
    destination: { ...answer, name: 'Northline' },
  })
  expect(readDestination({ ...answer, retailer: '' })).toEqual({
    destination: { ...answer, name: domain },
  })
})

test.each([
  [{}, 'Invalid deal information'],
  [{ domain }, 'Invalid deal information'],
  [{ buyUrl: 'https://northline.example/bag' }, 'Invalid deal information'],
  [{ buyUrl: 'javascript:alert(1)', domain }, 'Invalid destination URL'],
  [{ buyUrl: 'data:text/html,hello', domain }, 'Invalid destination URL'],
  [{ buyUrl: 'ftp://northline.example/bag', domain }, 'Invalid destination URL'],
  [{ buyUrl: 'northline.example/bag', domain }, 'Invalid destination URL'],
])('the answer %j leads nowhere: %s', (answer, text) => {
  const result = readDestination(answer)
  expect('error' in result && OUTBOUND_ERRORS[result.error]).toBe(text)
})

test.each([
  ['d1', 'deal-card', '/api/track/deal/d1?click_type=deal-card'],
  ['d1', 'splash-carousel', '/api/track/deal/d1?click_type=splash-carousel'],
  ['d1', 'elsewhere', '/api/track/deal/d1'],
  ['d1', null, '/api/track/deal/d1'],
  ['a/b?c', 'deal-card', '/api/track/deal/a%2Fb%3Fc?click_type=deal-card'],
])('deal %s left by way of %s is asked for at %s', (dealId, clickType, address) => {
  expect(outboundCall(dealId, clickType)).toBe(address)
})
