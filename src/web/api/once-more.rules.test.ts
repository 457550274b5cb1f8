import { expect, test } from 'vitest'
import { onceMore } from './once-more.ts'

/** A server that gives these responses in turn and records how long the client waited before each. */
function server(...answers: Array<[status: number, retryAfter?: string]>) {
  const waits: number[] = []
  let asked = 0
  const ask = async () => {
    const [status, retryAfter] = answers[asked] ?? [418]
    asked += 1
    return new Response(null, { status, headers: retryAfter ? { 'retry-after': retryAfter } : {} })
  }
  const get = async (method?: string) => {
    const { status } = await onceMore(method ? { method } : {}, ask, async (ms) => {
      waits.push(ms)
    })
    return { status, asked, waits }
  }
  return { get }
}

test('what is read is asked for once more after as long as the server says and a little more', async () => {
  const first = await server([503, '2'], [200]).get()
  expect(first).toMatchObject({ status: 200, asked: 2 })
  const second = await server([503, '2'], [200]).get('GET')
  for (const [ms] of [first.waits, second.waits]) {
    expect(ms).toBeGreaterThanOrEqual(2000)
    expect(ms).toBeLessThan(3000)
  }
  expect(first.waits).not.toEqual(second.waits)
})

test('and not a third time', async () => {
  expect(await server([503, '2'], [503, '2'], [200]).get()).toMatchObject({ status: 503, asked: 2 })
})

test.each<[string, [number, string?], string?]>([
  ['a change', [503, '2'], 'POST'],
  ['another one', [503, '2'], 'DELETE'],
  ['a failure that does not say it passes', [503]],
  ['another failure', [500, '2']],
  ['a limit', [429, '2']],
  ['what takes too long to pass', [503, '300']],
])('%s is not asked for again', async (_, answer, method) => {
  expect(await server(answer, [200]).get(method)).toMatchObject({ status: answer[0], asked: 1 })
})
