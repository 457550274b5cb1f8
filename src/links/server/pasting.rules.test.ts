import { expect, test } from 'vitest'
import { pastedEntries } from './pasting.rules.ts'

test.each([
  ['https://shop.test/p', ['https://shop.test/p']],
  ['  https://shop.test/p  \r\n\r\n http://b.test/q\n', ['https://shop.test/p', 'http://b.test/q']],
  ['1. https://shop.test/p (the blue one)', ['https://shop.test/p']],
  ['> Bag: <https://shop.test/p>.', ['https://shop.test/p']],
  ['[Tote](https://shop.test/p), *https://b.test/q*', ['https://shop.test/p', 'https://b.test/q']],
  ['https://shop.test/p,https://b.test/q', ['https://shop.test/p', 'https://b.test/q']],
  ['https://shop.test/p_(navy),a?b=c,d', ['https://shop.test/p_(navy),a?b=c,d']],
  ['https://go.test/?to=https://shop.test/p', ['https://go.test/?to=https://shop.test/p']],
  ['(see https://shop.test/p.)', ['https://shop.test/p']],
  ['www.shop.test', ['https://www.shop.test']],
  [' shop.test/coats/7?size=40', ['https://shop.test/coats/7?size=40']],
  ['prices.xlsx', ['prices.xlsx']],
  ['1.5/2', ['1.5/2']],
  ['htps://shop.test/p', ['htps://shop.test/p']],
  ['Hi Ines,', ['Hi Ines,']],
  ['javascript:alert(1)', ['javascript:alert(1)']],
])('%j is %j', (text, entries) => {
  expect(pastedEntries(text)).toEqual(entries)
})
