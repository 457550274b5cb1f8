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
  expect(tabStorage.write('toast', 'of the tab')).toBe(true)
  expect(browserStorage.writeJson('toast', { of: 'the browser' })).toBe(true)
  expect([tabStorage.read('toast'), browserStorage.readJson('toast')]).toEqual([
    'of the tab',
    { of: 'the browser' },
  ])
  tabStorage.remove('toast')
  expect([
    tabStorage.read('toast'),
    tabStorage.readJson('toast'),
    browserStorage.read('toast'),
  ]).toEqual([undefined, undefined, '{"of":"the browser"}'])
})

test('what is no JSON is nothing', () => {
  vi.stubGlobal('sessionStorage', keep())
  tabStorage.write('toast', '{')
  expect(tabStorage.readJson('toast')).toBeUndefined()
})

test.each([
  ['there is none', undefined],
  ['it is closed to us', { getItem: refuse, setItem: refuse, removeItem: refuse }],
])('where %s, nothing is kept and nothing fails', (_, storage) => {
  vi.stubGlobal('sessionStorage', storage)
  expect(tabStorage.write('toast', 'b')).toBe(false)
  expect([
    tabStorage.read('toast'),
    tabStorage.readJson('toast'),
    tabStorage.remove('toast'),
  ]).toEqual([undefined, undefined, undefined])
})

function refuse() {
  throw new DOMException('The operation is insecure.')
}
