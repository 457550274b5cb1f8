import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dealName } from '#app/shared/names.ts'
import { type FormTexts, priceFaults, publishingFaults, readDealForm } from './editing.rules.ts'

const form = (fields: Record<string, string | string[]>): FormTexts => ({
  has: (name) => Object.hasOwn(fields, name),
  texts: (name) => (Object.hasOwn(fields, name) ? [fields[name] ?? []].flat() : []),
})
const pictureOrigins = ['https://club.example', 'https://cdn.example']
const read = (fields: Record<string, string | string[]>, isNew = false) =>
  readDealForm(form(fields), { isNew, pictureOrigins, today: '2026-11-20' })

const ID = '0123456789abcdef0123456789abcdef'
const OTHER = 'f'.repeat(32)

describe('a form of a deal', () => {
  test('says nothing of what it does not have', () => {
    expect(read({})).toEqual({ change: {}, faults: {} })
    expect(read({ unknown: 'x', domain: 'evil.example', id: '1' })).toEqual({
      change: {},
      faults: {},
    })
    expect(read({}, true).faults).toEqual({ buyUrl: 'Buy URL is required' })
  })

  test.each<[string, string, object]>([
    ['brandName', '  Maison  Test ', { brandName: 'Maison Test' }],
    ['brandName', '', { brandName: '' }],
    ['originalPrice', '1,299.00', { originalPriceCents: 129_900 }],
    ['salePrice', '$1299', { salePriceCents: 129_900 }],
    ['salePrice', '0', { salePriceCents: 0 }],
    ['salePrice', ' ', { salePriceCents: null }],
    ['category', '', { category: null }],
    ['sizes', 'S, M; L', { sizes: ['S', 'M', 'L'] }],
    ['sizes', '', { sizes: [] }],
    ['isPreview', 'true', { isPreview: true }],
    ['isPreview', 'false', { isPreview: false }],
    ['isPublished', '', { isPublished: false }],
    ['version', '7', { version: 7 }],
    ['version', '', {}],
    ['retailerName', '', { retailerName: '' }],
    ['dealCardImageUrl', '', { cardPictureId: null }],
    ['dealCardImageUrl', `${ID}.jpg`, { cardPictureId: ID }],
    ['dealCardImageUrl', `ndc-images/${ID}-640.webp`, { cardPictureId: ID }],
    ['dealCardImageUrl', `/ndc-images/${ID}.jpg`, { cardPictureId: ID }],
    ['dealCardImageUrl', `https://cdn.example/ndc-images/${ID}.jpg`, { cardPictureId: ID }],
    ['dealCardImageUrl', ID, { cardPictureId: ID }],
    ['imageKeys', '', { pictureIds: [] }],
  ])('reads %s from %j', (name, text, change) => {
    expect(read({ [name]: text })).toEqual({ change, faults: {} })
  })

  test('reads the further pictures in their order, each once', () => {
    const imageKeys = [`${OTHER}.jpg`, '', `/ndc-images/${ID}.jpg`, OTHER]
    expect(read({ imageKeys }).change).toEqual({ pictureIds: [OTHER, ID] })
  })

  test.each<[string, string, string]>([
    ['brandName', '—', 'The brand has neither a letter nor a digit.'],
    ['brandName', 'a\u202eb', 'The brand contains a control character.'],
    [
      'originalPrice',
      '1.299',
      'The original price can be read in two ways; write it like 1290.00.',
    ],
    ['salePrice', '-1', 'The sale price is below 0.'],
    ['salePrice', '1.0055', 'The sale price has more than two decimals.'],
    ['salePrice', '1e3', 'The sale price is not a price; write it like 1290.00.'],
    ['salePrice', 'Infinity', 'The sale price is not a price; write it like 1290.00.'],
    ['salePrice', '99999999', 'The sale price is above 1,000,000.00.'],
    ['buyUrl', 'javascript:alert(1)', 'The link must start with https:// or http://.'],
    ['buyUrl', ' ', 'Buy URL is required'],
    ['isPreview', 'perhaps', 'The preview is neither yes nor no.'],
    ['version', '1.5', 'The version is not a number.'],
    ['version', '-1', 'The version is not a number.'],
    ['dealCardImageUrl', `../${ID}.jpg`, 'The card picture is not one of our own pictures.'],
    ['dealCardImageUrl', `${ID}.svg`, 'The card picture is not one of our own pictures.'],
    [
      'dealCardImageUrl',
      `https://evil.example/ndc-images/${ID}.jpg`,
      'The card picture is not one of our own pictures.',
    ],
    [
      'dealCardImageUrl',
      `https://club.example.evil.example/ndc-images/${ID}.jpg`,
      'The card picture is not one of our own pictures.',
    ],
  ])('refuses %s with %j', (name, text, fault) => {
    expect(read({ [name]: text })).toEqual({ change: {}, faults: { [name]: fault } })
  })

  test('answers something for anything that is typed', () => {
    const fields = fc.dictionary(
      fc.constantFrom(
        ...['brandName', 'productName', 'originalPrice', 'salePrice', 'buyUrl', 'retailerName'],
        ...['category', 'sizes', 'isPreview', 'isPublished', 'version', 'imageKeys'],
        ...['dealCardImageUrl', '__proto__', 'constructor'],
      ),
      fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), fc.array(fc.string())),
    )
    fc.assert(
      fc.property(fields, fc.boolean(), (given, isNew) => {
        const { change, faults } = read(given, isNew)
        for (const text of Object.values(faults)) expect(text).toMatch(/^[A-Z]/)
        if (change.link) expect(change.link.url).toMatch(/^https?:\/\/[^@\s\\]+$/)
        const prices = [change.originalPriceCents ?? 0, change.salePriceCents ?? 0]
        for (const cents of prices) expect(Number.isInteger(cents) && cents >= 0).toBe(true)
      }),
    )
  })
})

test('a sale price may equal the original price and not be above it', () => {
  expect(priceFaults({ originalPriceCents: 100, salePriceCents: 100 })).toEqual({})
  expect(priceFaults({ originalPriceCents: null, salePriceCents: 100 })).toEqual({})
  expect(priceFaults({ originalPriceCents: 0, salePriceCents: 1 })).toEqual({
    salePrice: 'The sale price is above the original price.',
  })
})

test('a deal is published with a brand and a name, and a draft has a name for people too', () => {
  const inDollars = { priceCurrency: 'USD', rateDay: null }
  expect(publishingFaults({ brandName: 'A', productName: 'B', ...inDollars })).toEqual({})
  expect(Object.keys(publishingFaults({ brandName: '', productName: '', ...inDollars }))).toEqual([
    'brandName',
    'productName',
  ])
  expect(dealName({ brandName: 'A', productName: '' })).toBe('A')
  expect(dealName({ brandName: '', productName: '' })).toBe('a draft without a name')
})
