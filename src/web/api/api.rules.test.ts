import { onlineManager } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { createApi } from './api.ts'
import { createQueryClient } from './query-client.ts'
import { NULL_WHEN_SIGNED_OUT, queryOf, tagged } from './query-keys.ts'

/** A server that gives every call the same response, and the calls it received. */
function serverThatAnswers(status: number, body: string, statusText = '') {
  const asked: Array<{ path: string; init: RequestInit }> = []
  const api = createApi(async (path, init) => {
    asked.push({ path, init })
    return new Response(body, { status, statusText })
  })
  return { api, asked }
}

test('a failed call is told as its status, a colon and the body', async () => {
  for (const status of [404, 500]) {
    const { api } = serverThatAnswers(status, 'the body', 'Some Status')
    await expect(api.request('POST', '/api/x')).rejects.toThrow(`${status}: the body`)
  }
})

test('what is loaded is told from 500 on by its status text instead of the body', async () => {
  const message = (status: number) =>
    serverThatAnswers(status, 'the body', 'Some Status')
      .api.load('/api/x')
      .catch((error: Error) => error.message)
  expect(await message(499)).toBe('499: the body')
  expect(await message(500)).toBe('500: Some Status')
  expect(await message(503)).toBe('503: Some Status')
})

test('cookies go along, and a body goes as JSON with POST, PUT and PATCH alone', async () => {
  const { api, asked } = serverThatAnswers(200, '{}')
  const methods = ['GET', 'HEAD', 'DELETE', 'POST', 'PUT', 'PATCH']
  for (const method of methods) await api.request(method, '/api/x', { a: 1 })
  await api.load('/api/y')
  expect(asked.map(({ init }) => init.credentials)).toEqual(Array(7).fill('include'))
  const withBody = asked.filter(({ init }) => init.body !== undefined)
  expect(withBody.map(({ init }) => init.method)).toEqual(['POST', 'PUT', 'PATCH'])
  for (const { init } of withBody) {
    expect(init.body).toBe('{"a":1}')
    expect(new Headers(init.headers).get('content-type')).toBe('application/json')
  }
})

test('a query is the GET of its first key, kept until somebody says that it changed', async () => {
  const { api, asked } = serverThatAnswers(200, '{"a":1}')
  const client = createQueryClient(api)
  const query = { queryKey: ['/api/x?page=2', 'more'] }
  expect(await client.fetchQuery(query)).toEqual({ a: 1 })
  await client.fetchQuery(query)
  expect(asked.map(({ path, init }) => [path, init.method])).toEqual([['/api/x?page=2', undefined]])
  expect(client.getDefaultOptions().queries).toMatchObject({
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchInterval: false,
    retry: false,
  })
})

test('a query that fails is not tried again, and signed out is an answer where it is said so', async () => {
  const refused = serverThatAnswers(401, '{}')
  const client = createQueryClient(refused.api)
  const load = (...key: [string, ...string[]]) => client.fetchQuery(queryOf(...key))
  expect(await load('/api/user', NULL_WHEN_SIGNED_OUT)).toBeNull()
  expect(await load('/api/subscription', 'mine', NULL_WHEN_SIGNED_OUT)).toBeNull()
  await expect(load('/api/deals')).rejects.toThrow('401: {}')
  expect(refused.asked).toHaveLength(3)
})

test('a query is asked also where the browser knows of no network: it fails, instead of waiting in silence', async () => {
  const { api, asked } = serverThatAnswers(503, '{}')
  onlineManager.setOnline(false)
  try {
    void createQueryClient(api).prefetchQuery(queryOf('/api/deals'))
    await expect.poll(() => asked.length, { timeout: 2000 }).toBe(1)
  } finally {
    onlineManager.setOnline(true)
  }
})

test('queries that belong together are found by their tag, whatever their addresses are', async () => {
  const { api, asked } = serverThatAnswers(200, '{}')
  const client = createQueryClient(api)
  const queries = [queryOf('/api/deals', 'deals'), queryOf('/api/deals/saved', 'mine')]
  const load = () => Promise.all(queries.map((query) => client.fetchQuery(query)))
  await load()
  await client.invalidateQueries(tagged('deals'))
  asked.length = 0
  await load()
  expect(asked.map(({ path }) => path)).toEqual(['/api/deals'])
  // The address, the first element of the key, is not a tag.
  expect(client.getQueryCache().findAll(tagged('/api/deals'))).toEqual([])
})
