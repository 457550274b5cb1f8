import { describe, expect, test } from 'vitest'
import { type ClickRequest, classifyClick, destinationOf } from './tracking.rules.ts'

const onOurPage: ClickRequest = {
  method: 'GET',
  purposes: [undefined, undefined, undefined],
  fetchSite: 'same-origin',
  isBot: false,
  wasOpenedJustNow: false,
}

test.each<[string, Partial<ClickRequest>, string]>([
  ['of a person on our page', {}, 'click'],
  ['of a browser too old to say where it comes from', { fetchSite: undefined }, 'click'],
  ['again within moments', { wasOpenedJustNow: true }, 'repeat'],
  ['that only asks for the headers', { method: 'HEAD' }, 'head'],
  ['ahead of time', { purposes: ['prefetch;anonymous-client-ip'] }, 'prefetch'],
  ['to draw the page ahead of time', { purposes: [undefined, 'Prerender'] }, 'prefetch'],
  ['for a preview', { purposes: [undefined, undefined, 'preview'] }, 'prefetch'],
  ['of a program', { isBot: true }, 'bot'],
  ['from a sister site', { fetchSite: 'same-site' }, 'bot'],
  ['typed into the address bar', { fetchSite: 'none' }, 'bot'],
  ['of a program, ahead of time', { isBot: true, purposes: ['prefetch'] }, 'prefetch'],
  ['of a program, again', { isBot: true, wasOpenedJustNow: true }, 'bot'],
])('a request %s is kept as it is', (_, request, kind) => {
  expect(classifyClick({ ...onOurPage, ...request })).toBe(kind)
})

describe('the way out', () => {
  const standIn = 'http://localhost:3000/sandbox/retailers'

  test('to a fictional retailer ends at its stand-in, where there is one', () => {
    const buyUrl = 'https://shop.example/p?a=1&b=2#c'
    expect(destinationOf(buyUrl, standIn)).toBe(`${standIn}?to=${encodeURIComponent(buyUrl)}`)
    expect(destinationOf(buyUrl, undefined)).toBe(buyUrl)
  })

  test.each([
    'https://example.com/p',
    'https://shop.example.com/p',
    'https://shopexample/p',
    'https://real.shop/?q=.example',
    'https://real.shop/.example',
    'https://real.shop:8443/p#.example',
  ])('to %s goes where it says', (buyUrl) => {
    expect(destinationOf(buyUrl, standIn)).toBe(buyUrl)
  })
})
