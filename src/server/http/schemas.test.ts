import { expect, test } from 'vitest'
import { useTestApp } from '#test/support/test-app.ts'

const app = useTestApp()

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
