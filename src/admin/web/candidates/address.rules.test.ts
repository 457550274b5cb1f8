import { expect, test } from 'vitest'
import { askedCandidates, candidatesSearch } from './address.rules.ts'

test('the address of the pool says what it is narrowed to, and nothing that makes no sense', () => {
  const address =
    '?q=boots&feed=f1&category=shoes&department=women&size=IT+40&off=40&since=new&brand=aubrelle&brand=fold&stock=all&club=all&dismissed=only&sort=newest'
  expect(candidatesSearch(askedCandidates(new URLSearchParams(address)))).toBe(address)
  const nonsense = new URLSearchParams(
    '?category=cars&off=much&since=ever&sort=random&stock=none&dismissed=all&brand=&after=x',
  )
  expect(candidatesSearch(askedCandidates(nonsense))).toBe('')
})
