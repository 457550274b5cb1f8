import { expect, test } from 'vitest'
import { openAdminClient } from '#test/support/admin.ts'
import { createMember } from '#test/support/factories.ts'
import { useTestApp } from '#test/support/test-app.ts'

const app = useTestApp()

test('a number past its limit is told the limit', async () => {
  const admin = await openAdminClient(app, 'Ann')
  const deal = await admin.enter()
  const words = async (carouselAssignment: number) =>
    (await admin.flip(deal.id, { carouselAssignment })).json()
  expect(await words(6)).toMatchObject({
    error: 'carouselAssignment: must be at most 5',
    fields: { carouselAssignment: 'must be at most 5' },
  })
  expect((await words(-1)).error).toBe('carouselAssignment: must be at least 0')
})

test('what the framework refuses by itself has names of our own', async () => {
  const post = (payload: string, headers: Record<string, string>) =>
    app.inject({ method: 'POST', url: '/api/login', payload, headers })
  const json = { 'content-type': 'application/json' }
  const answers = [
    await post('email=a', { 'content-type': 'text/plain' }),
    await post('{}', { 'content-type': 'nonsense' }),
    await post(JSON.stringify('x'.repeat(100_000)), json),
    await post('{', json),
    await app.inject({ url: `/api/deals/${'a'.repeat(5000)}` }),
    await app.inject({ url: '/api/deals/%zz' }),
  ]
  expect(answers.map((answer) => [answer.statusCode, answer.json().code])).toEqual([
    [415, 'unsupported-media-type'],
    [415, 'unsupported-media-type'],
    [413, 'too-large'],
    [400, 'bad-request'],
    [414, 'address-too-long'],
    [400, 'bad-request'],
  ])
})

test.each([
  [[], 'body: must be an object'],
  [{}, 'eventType: is required'],
  [{ eventType: 5 }, 'eventType: must be one of: '],
  [{ eventType: 'visit-home', eventData: { dealId: 7 } }, 'eventData.dealId: must be text'],
  [
    { eventType: 'visit-home', eventData: { dealId: 'x'.repeat(65) } },
    'eventData.dealId: is too long',
  ],
])('%j is refused in words that people understand', async (payload, words) => {
  const answer = await app.inject({ method: 'POST', url: '/api/log-event', payload })
  expect(answer.statusCode).toBe(400)
  expect(answer.json().error.startsWith(words)).toBe(true)
})

test.each([
  [{}, 'answer: is required'],
  [{ answer: 'lost' }, 'answer: must be one of: bought, not-bought, returned'],
  [{ answer: 5 }, 'answer: must be one of: bought, not-bought, returned'],
])('%j, which would be one of several things, likewise', async (payload, error) => {
  const member = await createMember(app.ctx)
  const url = '/api/savings/trips/T-00000-00000'
  const answer = await app.as(member).inject({ method: 'PUT', url, payload })
  expect([answer.statusCode, answer.json().error]).toEqual([400, error])
})
