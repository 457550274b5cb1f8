import { expect, test } from 'vitest'
import { onlySeen } from './seen-links.ts'

test('of a page that is only seen links stay within, and nothing can be sent', () => {
  const leadsTo = (address: string) =>
    address.startsWith('/deal/') ? `/seen?at=${encodeURIComponent(address)}&x` : undefined
  const seen = (html: string) => onlySeen(html, leadsTo)
  expect(seen('<a class="c" target="_blank" ping="/p" href="/deal/1?a=1&amp;b=2">')).toBe(
    '<a class="c" href="/seen?at=%2Fdeal%2F1%3Fa%3D1%26b%3D2&amp;x">',
  )
  expect(seen('<a href="/account">')).toBe('<a aria-disabled="true">')
  expect(seen('<form method="post" action="/x">')).toBe('<form>')
  expect(seen('<button type="submit" formaction="/x">')).toBe('<button type="submit">')
})
