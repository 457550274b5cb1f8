import { expect, test } from 'vitest'
import { sortFiles } from './files.rules.ts'
import { FILE_FAULTS } from './words.copy.ts'

const MB = 1024 * 1024
const file = (name: string, size = 1000) => ({ name, size })

test('a sheet, its pictures and a zip are told apart, whatever their case', () => {
  const files = [file('coat.JPG'), file('Spring.XLSX'), file('more.zip'), file('bag.webp')]
  expect(sortFiles(files)).toEqual({
    sheet: file('Spring.XLSX'),
    zip: file('more.zip'),
    pictures: [file('coat.JPG'), file('bag.webp')],
    refused: [],
  })
})

test.each([
  ['notes.pdf', 10, /neither a sheet/],
  ['coat.svg', 10, /neither a sheet/],
  ['xlsx', 10, /neither a sheet/],
  ['Spring.ODS', 10, /another kind; save it as \.xlsx or \.csv/],
  ['spring.csv', 0, /is empty/],
  ['spring.xls', 8 * MB + 1, /larger than 8 MB; split it/],
  ['coat.png', 8 * MB + 1, /larger than 8 MB$/],
  ['all.zip', 256 * MB + 1, /larger than 256 MB/],
])('%s of %i bytes is refused', (name, size, reason) => {
  const { refused, sheet, zip, pictures } = sortFiles([file(name, size)])
  expect(refused.map(({ name, fault }) => [name, FILE_FAULTS[fault]])).toEqual([
    [name, expect.stringMatching(reason)],
  ])
  expect([sheet, zip, pictures.length]).toEqual([undefined, undefined, 0])
})

test.each([
  ['spring.xlsx', 8 * MB],
  ['all.zip', 256 * MB],
])('%s may have all of %i bytes', (name, size) => {
  expect(sortFiles([file(name, size)]).refused).toEqual([])
})

test('of pictures of one name none is taken, in whatever case: which one a sheet means is not guessed', () => {
  const { pictures, refused } = sortFiles([file('1.jpg'), file('2.jpg'), file('1.JPG', 2000)])
  expect(pictures).toEqual([file('2.jpg')])
  expect(refused).toEqual([{ name: '1.jpg', fault: 'namesakes' }])
})

test('of two sheets the first is taken and the second is named', () => {
  const { sheet, refused } = sortFiles([file('one.csv'), file('two.csv')])
  expect(sheet?.name).toBe('one.csv')
  expect(refused.map(({ name }) => name)).toEqual(['two.csv'])
})
