import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { SavedIds } from '#app/saved/saved.contract.ts'
import { savedIdsQuery } from './queries.ts'
import { setSaved } from './saving.ts'

/** The requests sent, in order, with a function to answer each. */
const sent: Array<{ method: string; answer: (status: number) => void }> = []

beforeEach(() => {
  sent.length = 0
  vi.stubGlobal(
    'fetch',
    (_: string, { method = '' }: RequestInit) =>
      new Promise<Response>((resolve) => {
        sent.push({ method, answer: (status) => resolve(new Response('{}', { status })) })
      }),
  )
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const methods = () => sent.map(({ method }) => method)

/** A heart, with whether it is full. */
function heartOf(dealId: string) {
  const queryClient = new QueryClient()
  queryClient.setQueryData<SavedIds>(savedIdsQuery.queryKey, { ids: [] })
  return {
    press: (isSaved: boolean) => setSaved(queryClient, dealId, isSaved),
    isFull: () =>
      queryClient.getQueryData<SavedIds>(savedIdsQuery.queryKey)?.ids.includes(dealId) ?? false,
  }
}

test('a heart that is pressed twice quickly is asked for in the order of the presses', async () => {
  const { press, isFull } = heartOf('pressed-twice')
  const saved = press(true)
  const removed = press(false)
  await expect.poll(methods).toEqual(['PUT'])
  expect(isFull()).toBe(false)
  sent[0]?.answer(200)
  await saved
  // Only now: had it overtaken the other request, the deal would be on the list with an empty heart.
  await expect.poll(methods).toEqual(['PUT', 'DELETE'])
  sent[1]?.answer(200)
  expect(await removed).toBe(true)
  expect(isFull()).toBe(false)
})

test('an earlier press that fails leaves the heart as it was pressed last', async () => {
  const { press, isFull } = heartOf('pressed-three-times')
  const presses = [press(true), press(false), press(true)]
  await expect.poll(methods).toEqual(['PUT'])
  sent[0]?.answer(500)
  expect(await presses[0]).toBe(false)
  expect(isFull()).toBe(true)
  await expect.poll(methods).toEqual(['PUT', 'DELETE'])
  sent[1]?.answer(200)
  await expect.poll(methods).toEqual(['PUT', 'DELETE', 'PUT'])
  sent[2]?.answer(200)
  expect(await Promise.all(presses)).toEqual([false, true, true])
  expect(isFull()).toBe(true)
})

test('the last press that fails turns the heart back', async () => {
  const { press, isFull } = heartOf('pressed-once')
  const pressed = press(true)
  await expect.poll(isFull).toBe(true)
  await expect.poll(methods).toEqual(['PUT'])
  sent[0]?.answer(500)
  expect(await pressed).toBe(false)
  expect(isFull()).toBe(false)
})
