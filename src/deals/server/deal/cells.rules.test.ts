import { describe, expect, test } from 'vitest'
import type { Cell } from '#app/deals/server/sheets/messages.ts'
import { foldName } from '#app/shared/names.ts'
import {
  readBasis,
  readCarousel,
  readGtin,
  readPictureNames,
  readPrice,
  readSizeList,
  readStyleNumber,
  readText,
  readYesNo,
} from './cells.rules.ts'

describe('a price', () => {
  test.each<[Cell, number | null]>([
    [1290, 129_000],
    [844.3500000000001, 84_435],
    [0, 0],
    ['0', 0],
    ['1290', 129_000],
    ['1290.5', 129_050],
    ['1290.50', 129_050],
    ['$1,290.00', 129_000],
    ['US$ 1,290', 129_000],
    ['USD 1290', 129_000],
    ['1,290 USD', 129_000],
    ['1,000,000.00', 100_000_000],
    ['12,50', 1250],
    ['1.290,00', 129_000],
    ['1 290,00', 129_000],
    ['1\u00a0290.00', 129_000],
    [1_000_000, 100_000_000],
    ['', null],
    [null, null],
  ])('%j is %s cents', (cell, cents) => {
    expect(readPrice(cell)).toEqual({ ok: true, value: cents })
  })

  test.each<[Cell, string]>([
    ['1.290', 'in two ways'],
    ['1.290,00 €', 'another currency'],
    ['£100', 'another currency'],
    ['C$100', 'another currency'],
    ['CAD 100', 'another currency'],
    [10.005, 'two decimals'],
    ['10.0055', 'two decimals'],
    [-1, 'below 0'],
    ['-1.00', 'below 0'],
    [1_000_000.01, 'above 1,000,000.00'],
    [1e300, 'above'],
    ['free', 'not a price'],
    ['1,29,000', 'not a price'],
    ['100-200', 'not a price'],
    ['1e3', 'not a price'],
    ['0x10', 'not a price'],
    [true, 'not a price'],
    [{ date: '2026-11-20T00:00:00' }, 'is a date'],
    [{ error: '#REF!' }, '#REF!'],
  ])('%j is refused: %s', (cell, reason) => {
    expect(readPrice(cell)).toMatchObject({ ok: false, reason: expect.stringContaining(reason) })
  })
})

describe('yes and no', () => {
  test.each<[Cell]>([
    [true],
    [1],
    ['1'],
    ['yes'],
    ['YES '],
    ['y'],
    ['True'],
    ['x'],
    ['X'],
    ['Ja'],
    ['oui'],
    ['✓'],
  ])('%j means yes', (cell) => expect(readYesNo(cell)).toEqual({ ok: true, value: true }))
  test.each<[Cell]>([
    [false],
    [0],
    ['0'],
    ['no'],
    ['No'],
    ['FALSE'],
    ['nein'],
    ['-'],
    [''],
    [null],
  ])('%j means no', (cell) => expect(readYesNo(cell)).toEqual({ ok: true, value: false }))
  test.each<[Cell]>([
    ['maybe'],
    [2],
    ['yes no'],
    [{ error: '#N/A' }],
    [{ date: '2026-11-20T00:00:00' }],
  ])('%j means neither', (cell) => expect(readYesNo(cell).ok).toBe(false))
})

test.each<[Cell, number | false]>([
  [0, 0],
  [5, 5],
  ['3', 3],
  [null, 0],
  [6, false],
  [-1, false],
  [1.5, false],
  ['first', false],
])('carousel %j is %s', (cell, carousel) => {
  const reading = readCarousel(cell)
  expect(reading.ok && reading.value).toBe(carousel)
})

test.each<[Cell, string[]]>([
  ['34 | 36|38', ['34', '36', '38']],
  ['46;48, 50', ['46', '48', '50']],
  ['IT 38, 40', ['IT 38', 'IT 40']],
  ['S\nM\r\nL', ['S', 'M', 'L']],
  ['M,M,,M', ['M']],
  [7.5, ['7.5']],
  [null, []],
])('the sizes of %j are %j', (cell, sizes) => {
  expect(readSizeList(cell)).toEqual({ ok: true, value: sizes })
})

test.each<[Cell, string | null]>([
  ['4006381333931', '04006381333931'],
  [4006381333931, '04006381333931'],
  [' 400-6381 33393-1 ', '04006381333931'],
  // Twelve digits, of which an office program has dropped the leading zero.
  [36000291452, '00036000291452'],
  ['96385074', '00000096385074'],
  [null, null],
])('the GTIN of %j is %j', (cell, gtin) => {
  expect(readGtin(cell)).toEqual({ ok: true, value: gtin })
})

test.each<[Cell, string]>([
  ['4006381333932', 'does not fit the others'],
  ['0000000000000', 'does not fit the others'],
  [4.006381333931e12 + 0.5, 'is not a number'],
  ['ABC', 'is not a number'],
  ['123456789012345', 'is not a number'],
  [true, 'is not a number'],
])('%j is refused as a GTIN: %s', (cell, reason) => {
  expect(readGtin(cell)).toMatchObject({ ok: false, reason: expect.stringContaining(reason) })
})

test('a style number is kept as it is written, and has something to compare', () => {
  expect(readStyleNumber(' AB-12 / 3 ')).toEqual({ ok: true, value: 'AB-12 / 3' })
  expect(readStyleNumber(4711)).toEqual({ ok: true, value: '4711' })
  expect(readStyleNumber(null)).toEqual({ ok: true, value: null })
  for (const text of ['--', 'A1', '–/–', 'x'.repeat(61)])
    expect(readStyleNumber(text).ok).toBe(false)
})

describe('names of pictures', () => {
  test('are separated by bars, semicolons or lines, and may have spaces and commas', () => {
    const reading = readPictureNames('a.jpg|b, side.png;c.webp\nlooks/d.jpg', { isList: true })
    expect(reading).toEqual({ ok: true, value: ['a.jpg', 'b, side.png', 'c.webp', 'looks/d.jpg'] })
  })

  test.each([
    ['https://shop.example/a.jpg', 'not fetched from other sites'],
    ['//shop.example/a.jpg', 'not fetched from other sites'],
    ['www.shop.example/a.jpg', 'not fetched from other sites'],
    ['../a.jpg', 'not the name of a file'],
    ['looks/../../a.jpg', 'not the name of a file'],
    ['/etc/passwd', 'not the name of a file'],
    ['..\\a.jpg', 'not the name of a file'],
    ['a|b|c|d|e|f', 'more than 5'],
  ])('%s is refused: %s', (text, reason) => {
    const reading = readPictureNames(text, { isList: true })
    expect(reading).toMatchObject({ ok: false, reason: expect.stringContaining(reason) })
  })

  test('the card has one', () => {
    expect(readPictureNames('a.jpg|b.jpg', { isList: false }).ok).toBe(false)
  })
})

test('text loses the spaces around and doubled inside, and keeps its accents in one form', () => {
  expect(readText('  Maison \n  E\u0301toile\u00a0')).toEqual({ ok: true, value: 'Maison Étoile' })
})

test.each([
  ['a\u0000b', 'control'],
  ['a\u202egpj', 'control'],
  ['a'.repeat(5001), 'longer than 5,000'],
])('text is refused when it hides something or never ends (%#)', (text, reason) => {
  expect(readText(text)).toMatchObject({ ok: false, reason: expect.stringContaining(reason) })
})

test.each([
  ['Maison Aubrelle', 'MAISON  AUBRELLE'],
  ['Delphine Corvané', 'Delphine Corvane'],
  ["O'Hara", 'O’Hara'],
  ['Van-der-Loeven', 'Van der Loeven'],
  ['Ｋasumori', 'Kasumori'],
  ['Søren Weiß', 'Soren Weiss'],
  ['Atelier Nord.', 'Atelier Nord'],
])('%s and %s are one brand', (one, other) => {
  expect(foldName(one)).toBe(foldName(other))
})

test('names in other scripts are kept apart, and one without letters is empty', () => {
  expect(foldName('がか')).not.toBe(foldName('かか'))
  expect(foldName(' -!- ')).toBe('')
})

describe('links to pictures, where they are taken', () => {
  const a = 'https://pictures.example/a.jpg?size=1;crop=2,3'
  const b = 'HTTP://pictures.example/b.jpg'

  test.each([
    [a, false, [a]],
    [`${a}|${b}`, true, [a, b]],
    [`${a}; ${b}`, true, [a, b]],
    [`${a}\n${b}`, true, [a, b]],
    [`red.jpg; ${a}`, true, ['red.jpg', a]],
    ['red.jpg;blue.jpg', true, ['red.jpg', 'blue.jpg']],
  ])('%j', (text, isList, value) => {
    expect(readPictureNames(text, { isList, takesLinks: true })).toEqual({ ok: true, value })
  })

  test.each([
    [`${a}|${b}`, 'more than one'],
    ['ftp://pictures.example/a.jpg', 'does not begin with https'],
    ['//pictures.example/a.jpg', 'does not begin with https'],
    ['data:image/png;base64,AAAA', 'does not begin with https'],
    [`https://pictures.example/${'a'.repeat(2048)}`, 'longer than 2,048'],
    ['../a.jpg', 'not the name of a file'],
  ])('%j is refused', (text, reason) => {
    const reading = readPictureNames(text, { isList: false, takesLinks: true })
    expect(reading).toMatchObject({ ok: false, reason: expect.stringContaining(reason) })
  })
})

test.each<[Cell, string | undefined]>([
  [null, 'retailer'],
  [' ', 'retailer'],
  ['Retailer', 'retailer'],
  ['Retailer’s own', 'retailer'],
  ['The retailer’s own earlier price', 'retailer'],
  ['ancien prix', 'retailer'],
  ['RRP', 'rrp'],
  ['M.S.R.P.', undefined],
  ['Msrp', 'rrp'],
  ['Suggested retail price', 'rrp'],
  ['prix conseillé', 'rrp'],
  ['elsewhere', 'market'],
  ['Compare at', 'market'],
  ['unknown', 'unknown'],
  ['n/a', 'unknown'],
  ['?', 'unknown'],
  ['maybe', undefined],
  [40, undefined],
  [{ error: '#REF!' }, undefined],
])('%j is read as the basis %s', (cell, basis) => {
  const reading = readBasis(cell)
  expect(reading.ok ? reading.value : undefined).toBe(basis)
  if (!reading.ok && typeof cell === 'string') expect(reading.reason).toContain('write retailer')
})
