import { expect, test } from 'vitest'
import { blocksOf, wrongWith } from './words.rules.ts'

test('paragraphs stand between blank lines, with links in them; a link alone is a button', () => {
  const body =
    'We change our\r\nterms.\r\n \r\nRead [the new ones](/terms?version=2) first.\n\n[Your account](/account)'
  expect(wrongWith(body)).toBeUndefined()
  expect(blocksOf(body)).toEqual([
    { kind: 'prose', parts: ['We change our terms.'] },
    {
      kind: 'prose',
      parts: ['Read ', { label: 'the new ones', path: '/terms?version=2' }, ' first.'],
    },
    { kind: 'button', label: 'Your account', path: '/account' },
  ])
})

test('what somebody types as HTML is text', () => {
  const body = '<a href="/terms">x</a> <script>y</script>'
  expect(wrongWith(body)).toBeUndefined()
  expect(blocksOf(body)).toEqual([{ kind: 'prose', parts: [body] }])
})

test.each([
  '[Look](/deal/abc123)',
  '[Join](/join-now)',
  '[All](/daily-deals)',
  '[Elsewhere](https://elsewhere.example)',
  '[Elsewhere](//elsewhere.example)',
  '[Elsewhere](/terms/../deal/abc)',
  '[Elsewhere](/terms?next=//elsewhere.example)',
  '[Run](javascript:run)',
  'See https://elsewhere.example',
  'See www.elsewhere.example',
])('no deal, no offer and nothing outside: %j is refused', (body) => {
  expect(wrongWith(body)).toMatch(/letter to all|Write links/)
})
