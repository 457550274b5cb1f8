import { expect, test } from 'vitest'
import {
  addPictures,
  changePicture,
  countPictures,
  findReplaced,
  nextToSend,
  storedPictureKeys,
} from './picture-queue.rules.ts'

const coat = { name: 'coat.jpg', size: 100 }
const bag = { name: 'bag.jpg', size: 300 }

test('pictures go one after the other, and what cannot be used holds up nobody', () => {
  let pictures = addPictures([], [coat, bag])
  expect(nextToSend(pictures)?.name).toBe('coat.jpg')
  pictures = changePicture(pictures, coat, { error: 'It is no picture.' })
  expect(nextToSend(pictures)?.name).toBe('bag.jpg')
  pictures = changePicture(pictures, bag, { key: 'abc.jpg' })
  expect(nextToSend(pictures)).toBeUndefined()
  expect(storedPictureKeys(pictures)).toEqual({ 'bag.jpg': 'abc.jpg' })
})

test('a picture of the same name takes the place of the one before', () => {
  const stored = changePicture(addPictures([], [coat]), coat, { key: 'old.jpg' })
  const again = addPictures(stored, [{ ...coat }])
  expect(again).toHaveLength(1)
  expect(nextToSend(again)?.name).toBe('coat.jpg')
  // A late response to the replaced picture changes nothing.
  expect(storedPictureKeys(changePicture(again, coat, { key: 'old.jpg' }))).toEqual({})
  // Names match in any case, as in sheets, and the replacement is reported.
  const louder = { name: 'COAT.jpg', size: 200 }
  expect(addPictures(stored, [louder]).map(({ name }) => name)).toEqual(['COAT.jpg'])
  expect(findReplaced(stored, [louder, bag])).toEqual(['COAT.jpg'])
})

test('a name of its own is never taken for a property of all objects', () => {
  const file = { name: '__proto__', size: 1 }
  const stored = changePicture(addPictures([], [file]), file, { key: 'abc.jpg' })
  expect(JSON.stringify(storedPictureKeys(stored))).toBe('{"__proto__":"abc.jpg"}')
})

test('sent bytes count up to the whole', () => {
  let pictures = addPictures([], [coat, bag])
  pictures = changePicture(pictures, coat, { sentBytes: 180 })
  expect(countPictures(pictures)).toMatchObject({ total: 2, sentBytes: 100, totalBytes: 400 })
  pictures = changePicture(pictures, bag, { key: 'abc.jpg' })
  expect(countPictures(pictures)).toMatchObject({ stored: 1, sentBytes: 400 })
})
