import { afterEach, expect, test, vi } from 'vitest'
import { browserStorage, tabStorage } from './browser-storage.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

function keep(): Storage {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  } as Storage
}

test('what is written is read again, each in its own storage, until it is removed', () => {
  vi.stubGlobal('sessionStorage', keep())
  vi.stubGlobal('localStorage', keep())
  expect(tabStorage.write('a', 'of the tab')).toBe(true)
  expect(browserStorage.writeJson('a', { of: 'the browser' })).toBe(true)
  expect([tabStorage.read('a'), browserStorage.readJson('a')]).toEqual([
    'of the tab',
    { of: 'the browser' },
  ])
  tabStorage.remove('a')
  expect([tabStorage.read('a'), tabStorage.readJson('a'), browserStorage.read('a')]).toEqual([
    undefined,
    undefined,
    '{"of":"the browser"}',
  ])
})

test('what is no JSON is nothing', () => {
  vi.stubGlobal('sessionStorage', keep())
  tabStorage.write('a', '{')
  expect(tabStorage.readJson('a')).toBeUndefined()
})

test.each([
  ['there is none', undefined],
  ['it is closed to us', { getItem: refuse, setItem: refuse, removeItem: refuse }],
])('where %s, nothing is kept and nothing fails', (_, storage) => {
  vi.stubGlobal('sessionStorage', storage)
  expect(tabStorage.write('a', 'b')).toBe(false)
  expect([tabStorage.read('a'), tabStorage.readJson('a'), tabStorage.remove('a')]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

function refuse() {
  throw new DOMException('The operation is insecure.')
}
