import { beforeAll, describe, expect, test } from 'vitest'
import { FILTER_NAMES } from '#app/shared/filter-names.ts'
import { openAdmin } from '#test/support/admin.ts'
import { useTestApp } from '#test/support/test-app.ts'

const app = useTestApp()

type Operation = {
  summary?: string
  security?: object[]
  parameters?: Array<{ name: string; in: string; required?: boolean; schema: object }>
  requestBody?: { content: Record<string, { schema: object }> }
  responses: Record<string, { description: string; content?: Record<string, { schema: object }> }>
}
type Document = { openapi: string; info: object; paths: Record<string, Record<string, Operation>> }

let document: Document
beforeAll(async () => {
  const { cookie } = await openAdmin(app)
  document = (await app.as({ cookie }).inject({ url: '/api/openapi.json' })).json()
})

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )

describe('the description of our API', () => {
  test('is an OpenAPI 3.1 document', () => {
    expect(document.openapi).toMatch(/^3\.1\.\d+$/)
    expect(document.info).toEqual({ title: expect.any(String), version: expect.any(String) })
  })

  test('has every call there is and nothing else', () => {
    const written = operations().map(({ path, method }) => `${method.toUpperCase()} ${path}`)
    const there = app.http.routeTable
      .filter(({ method, url }) => method !== 'HEAD' && url.startsWith('/api/'))
      .filter(({ url }) => url !== '/api/openapi.json')
      .map(({ method, url }) => `${method} ${url.replace(/:(\w+)/g, '{$1}')}`)
    expect(there.length).toBeGreaterThanOrEqual(10)
    expect(written.toSorted()).toEqual(there.toSorted())
  })

  test('tells whoever has not opened the back office nothing of it', async () => {
    const { payload, headers } = await app.inject({ url: '/api/openapi.json' })
    const told = JSON.parse(payload) as Document
    const written = Object.entries(told.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    const theirs = app.http.routeTable
      .filter(({ method, url, access }) => {
        const isTheirs = access === 'everyone' || access === 'user'
        return isTheirs && method !== 'HEAD' && url.startsWith('/api/')
      })
      .filter(({ url }) => url !== '/api/openapi.json')
      .map(({ method, url }) => `${method} ${url.replace(/:(\w+)/g, '{$1}')}`)
    expect(written.toSorted()).toEqual(theirs.toSorted())
    expect(payload).not.toMatch(/"admin":|\/audit|webhook/)
    expect(headers).toMatchObject({ vary: 'cookie, accept-encoding' })
  })

  test('says of each call what it takes and what it answers', () => {
    for (const { path, method, operation } of operations()) {
      const what = `${method} ${path}`
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      const declared = (operation.parameters ?? []).filter((parameter) => parameter.in === 'path')
      expect(
        declared.map(({ name }) => name),
        what,
      ).toEqual(inPath)
      for (const parameter of declared) expect(parameter.required, what).toBe(true)
      expect(operation.summary?.length, what).toBeGreaterThan(10)
      expect(JSON.stringify(operation.responses.default), what).toContain('requestId')
      const success = operation.responses['200'] ?? operation.responses['201']
      expect(success?.description, what).toEqual(expect.any(String))
      const [answer] = Object.values(success?.content ?? {})
      expect(answer?.schema, what).toBeDefined()
    }
    const login =
      document.paths['/api/login']?.post?.requestBody?.content['application/json']?.schema
    expect(login).toMatchObject({ type: 'object', required: ['email', 'password'] })
    const feed = document.paths['/api/deals']?.get?.parameters?.map(({ name }) => name)
    expect(feed).toEqual([...FILTER_NAMES.slice(0, -1), 'lenient', 'page', 'limit'])
  })

  test('says which calls want a session, and of which kind', () => {
    const wants = (method: string, path: string) => document.paths[path]?.[method]?.security
    expect(wants('get', '/api/user')).toEqual([{ session: [] }])
    expect(wants('get', '/api/admin/audit')).toEqual([{ admin: [] }])
    expect(wants('get', '/api/deals')).toBeUndefined()
  })

  test('refers to nothing that it does not contain', () => {
    for (const [, pointer = ''] of JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)) {
      const found = pointer
        .split('/')
        .reduce<unknown>((at, key) => (at as Record<string, unknown>)?.[key], document)
      expect(found, pointer).toBeDefined()
    }
  })

  test('names no password, nor anything else of the database', () => {
    expect(JSON.stringify(document)).not.toMatch(/passwordHash|tokenHash|buyUrlKey|feedPosition/)
  })
})
