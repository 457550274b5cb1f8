import fc from 'fast-check'
import { expect, test } from 'vitest'
import { packLists, unpackLists } from './packed-lists.rules.ts'

test('what a page carries along comes out as it went in', () => {
  const deal = fc.record(
    {
      id: fc.string(),
      price: fc.option(fc.double({ noNaN: true })),
      images: fc.array(fc.string()),
    },
    { requiredKeys: ['id'] },
  )
  const data = fc.oneof(fc.jsonValue(), fc.array(deal), fc.record({ deals: fc.array(deal) }))
  fc.assert(
    fc.property(data, (value) => {
      const sent = JSON.parse(JSON.stringify(value).replaceAll('""', '"empty"'))
      expect(unpackLists(JSON.parse(JSON.stringify(packLists(sent))))).toEqual(sent)
    }),
  )
})

test('a list of like things names their fields once', () => {
  const deals = [
    { id: 'a', salePrice: 1, images: [{ key: 'x' }] },
    { id: 'b', salePrice: null, images: [] },
  ]
  const text = JSON.stringify(packLists({ deals }))
  expect(text.match(/salePrice/g)).toHaveLength(1)
  expect(text).toContain('[["a",1,[{"key":"x"}]],["b",null,[]]]')
})

test('things that differ in their fields, and a thing alone, stay as they are', () => {
  for (const list of [
    [{ id: 'a', productName: 'Coat' }, { id: 'b' }],
    [{ id: 'a' }, { ref: 'b' }],
    [{ id: 'a' }],
    [{ id: 'a' }, null],
  ]) {
    expect(packLists(list)).toEqual(list)
  }
})
