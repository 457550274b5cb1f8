import { expect, test } from 'vitest'
import {
  addItems,
  change,
  exchange,
  findPictureFault,
  giveUp,
  markStored,
  moveItem,
  newItem,
  notesOf,
  otherNotes,
  pictureKeysOf,
  pictureLink,
  pictureParts,
  removeItem,
  sameLooking,
  storedItem,
} from './picture-list.rules.ts'
import { leftOutWords, PICTURE_FAULTS } from './words.copy.ts'

const kept = (id: string) => storedItem(id, { key: `${id}.jpg`, placeholder: null })
const stored = ['a', 'b', 'c'].map((id) => storedItem(id, { key: `${id}.jpg`, placeholder: null }))

test('six pictures find room, and the rest is named', () => {
  const added = ['d', 'e', 'f', 'g', 'h'].map((id) => newItem(id, `${id}.png`))
  const { list, taken, left } = addItems(stored, added)
  expect(list.map(({ id }) => id).join('')).toBe('abcdef')
  expect(taken).toHaveLength(3)
  expect(leftOutWords(left)).toBe('A deal has at most 6 pictures; 2 were left out.')
  expect(addItems(stored, added.slice(0, 3)).left).toBe(0)
  expect(addItems(list, added.slice(0, 1)).taken).toEqual([])
})

test('what is no picture takes no place of one that is', () => {
  const [bad, ...good] = ['d', 'e', 'f', 'g'].map((id) =>
    newItem(id, `${id}.png`, id === 'd' ? PICTURE_FAULTS['no-picture'] : undefined),
  )
  const { list, left } = addItems(stored, [...(bad ? [bad] : []), ...good])
  expect(list.map(({ id }) => id).join('')).toBe('abcefg')
  expect(left).toBe(1)
})

test('the first picture is the card’s; any can be put in its place', () => {
  expect(pictureKeysOf(moveItem(stored, 'c', 0))).toEqual(['c.jpg', 'a.jpg', 'b.jpg'])
  expect(pictureKeysOf(moveItem(stored, 'a', 1))).toEqual(['b.jpg', 'a.jpg', 'c.jpg'])
  expect(pictureKeysOf(moveItem(stored, 'a', 9))).toEqual(['b.jpg', 'c.jpg', 'a.jpg'])
  expect(pictureKeysOf(moveItem(stored, 'a', -1))).toEqual(['a.jpg', 'b.jpg', 'c.jpg'])
  expect(moveItem(stored, 'x', 0)).toBe(stored)
})

test('what is on its way or failed is not sent with the form', () => {
  const list = [...stored, newItem('d', 'd.png'), newItem('e', 'e.gif', 'No.')]
  expect(pictureKeysOf(list)).toEqual(['a.jpg', 'b.jpg', 'c.jpg'])
  expect(pictureKeysOf(removeItem(list, 'a'))).toEqual(['b.jpg', 'c.jpg'])
})

test('the same picture is not there twice', () => {
  const list = markStored([...stored, newItem('d', 'again.png')], 'd', {
    key: 'a.jpg',
    placeholder: null,
  })
  expect(list).toEqual(stored)
  const other = markStored([...stored, newItem('d', 'd.png')], 'd', {
    key: 'd.jpg',
    placeholder: '#eeeeee',
  })
  expect(pictureKeysOf(other)).toHaveLength(4)
})

test('the form names the card’s picture and the others, and says when there are none', () => {
  expect(pictureParts(['a.jpg', 'b.jpg', 'c.jpg'])).toEqual([
    ['dealCardImageUrl', 'a.jpg'],
    ['imageKeys', 'b.jpg'],
    ['imageKeys', 'c.jpg'],
  ])
  expect(pictureParts([])).toEqual([
    ['dealCardImageUrl', ''],
    ['imageKeys', ''],
  ])
})

test.each([
  [{ name: 'coat.JPG', type: '', size: 10 }, undefined],
  [{ name: 'pasted', type: 'image/png', size: 10 }, undefined],
  [{ name: 'coat.gif', type: 'image/gif', size: 10 }, 'Only JPEG, PNG and WebP'],
  [{ name: 'coat.webp', type: 'image/webp', size: 9 * 1024 * 1024 }, 'larger than 8 MB'],
  [{ name: 'coat.png', type: 'image/png', size: 0 }, 'empty'],
])('the file %o is judged before it is sent', (file, reason) => {
  const fault = findPictureFault(file)
  expect(fault && PICTURE_FAULTS[fault]).toEqual(reason && expect.stringContaining(reason))
})

test('a pasted link is told from other text', () => {
  expect(pictureLink(' https://shop.example/coat.jpg ')).toBe('https://shop.example/coat.jpg')
  expect(pictureLink('a coat, see https://shop.example')).toBeUndefined()
  expect(pictureLink('javascript:alert(1)')).toBeUndefined()
})

test('a picture that looks the same as one before it is told of, until somebody keeps both', () => {
  const [card, other] = ['ffff0000ffff0000', '00ff00ff00ff00ff']
  const list = [
    { ...kept('a'), likeness: card },
    { ...kept('b'), likeness: other },
    { ...newItem('c', 'c.png'), likeness: 'ffff0000ffff0003' },
  ]
  expect([...sameLooking(list)]).toEqual([['c', 0]])
  expect([...sameLooking(change(list, 'c', { isKept: true }))]).toEqual([])
  expect([...sameLooking(list.slice(0, 2))]).toEqual([])
  // So are two that came together in a sheet; of those chosen now, only the one itself.
  const stored = [kept('a'), kept('b')].map((item) => ({ ...item, likeness: card }))
  expect([...sameLooking(stored)]).toEqual([['b', 0]])
  expect([...sameLooking(change(stored, 'b', { isKept: true }))]).toEqual([])
  // This is saved with the picture's notes.
  const before = notesOf(stored)
  expect(otherNotes(notesOf(change(stored, 'b', { isKept: true })), before)).toMatchObject({
    'b.jpg': { isKept: true },
  })
  expect([...sameLooking(change(stored, 'a', { isNew: true }))]).toEqual([['a', 1]])
})

test('a picture put into the place of another keeps what is said, and is asked where the piece is', () => {
  const before = storedItem(
    'a',
    { key: 'a.jpg', placeholder: null },
    { alternative: 'A bag', focus: [100, 200] },
  )
  const list = exchange([before, kept('b')], 'a', newItem('c', 'c.png'))
  const done = markStored(list, 'c', { key: 'c.jpg', placeholder: null, likeness: null })
  expect(done[0]).toMatchObject({ key: 'c.jpg', alternative: 'A bag', focus: null })
  expect(done[0]).not.toHaveProperty('former')
  // A failed one gives back its place.
  expect(giveUp(list, 'c')[0]).toEqual(before)
  expect(notesOf(done)).toMatchObject({ 'c.jpg': { alternative: 'A bag' } })
})
