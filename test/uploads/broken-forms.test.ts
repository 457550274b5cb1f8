import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import { useTestApp } from '#test/support/test-app.ts'
import { useRawUploads } from './raw-upload.ts'
import { type Form, UPLOADS, useUploads } from './use-uploads.ts'

const app = useTestApp()
const { admin, formOf, send, stored, leftovers } = useUploads(app)
const { begin, isAlive } = useRawUploads(app, admin)

/** Returns the same form with one more part before its end. */
function withPart({ payload, headers }: Form, about: string, content = 'x'): Form {
  const boundary = boundaryOf({ payload, headers })
  const part = `--${boundary}\r\nContent-Disposition: form-data; ${about}\r\n\r\n${content}\r\n`
  const end = Buffer.from(`--${boundary}--\r\n`)
  return {
    headers,
    payload: Buffer.concat([payload.subarray(0, -end.length), Buffer.from(part), end]),
  }
}

const boundaryOf = ({ headers }: Form) => headers['content-type'].split('boundary=')[1] ?? ''

const BROKEN: Array<[string, (form: Form) => Form, RegExp]> = [
  ['10,000 parts', (form) => tenThousand(form), /413/],
  [
    'no boundary at its end',
    ({ payload, headers }) => ({ headers, payload: payload.subarray(0, -8) }),
    /400/,
  ],
  ['a name of 100 KB', (form) => withPart(form, `name="${'n'.repeat(100_000)}"`), /400|413/],
  [
    'a file name of 100 KB',
    (form) => withPart(form, `name="other"; filename="${'n'.repeat(100_000)}.jpg"`),
    /400|413/,
  ],
  ['a file where none is expected', (form) => withPart(form, 'name="a"; filename="a"'), /400/],
  ['a NUL in a text', (form) => withPart(form, 'name="note"', 'a\0b'), /400/],
  ['a field that is too long', (form) => withPart(form, 'name="note"', 'x'.repeat(3e6)), /413/],
  [
    'a form inside the form',
    (form) =>
      withPart(
        form,
        `name="nested"\r\nContent-Type: multipart/mixed; boundary=inner`,
        '--inner\r\nContent-Disposition: file; filename="a.csv"\r\n\r\nBrand\r\n--inner--',
      ),
    /[24]\d\d/,
  ],
  [
    'hundreds of headers in a part',
    (form) => withPart(form, `name="x"\r\n${'X-More: 1\r\n'.repeat(400).trimEnd()}`),
    /[24]\d\d/,
  ],
  [
    'another boundary than it names',
    ({ payload }) => ({
      payload,
      headers: { 'content-type': 'multipart/form-data; boundary=else' },
    }),
    /400/,
  ],
  [
    'no boundary at all',
    ({ payload }) => ({ payload, headers: { 'content-type': 'multipart/form-data' } }),
    /400|415/,
  ],
]

function tenThousand(form: Form): Form {
  const boundary = boundaryOf(form)
  const part = `--${boundary}\r\nContent-Disposition: form-data; name="x"\r\n\r\n1\r\n`
  return { ...form, payload: Buffer.concat([Buffer.from(part.repeat(10_000)), form.payload]) }
}

/** Waits without timers, which are faked here. */
async function turnsUntil(isSo: () => boolean) {
  const giveUpAt = performance.now() + 20_000
  while (!isSo() && performance.now() < giveUpAt) await turn()
  expect(isSo()).toBe(true)
}

describe.each(UPLOADS)('$name', (upload) => {
  test.each(BROKEN)('in a form with %s is refused or harmless', async (_what, breakIt, status) => {
    const before = await stored()
    const response = await send(upload, breakIt(formOf(upload)))
    expect(String(response.statusCode), response.body).toMatch(status)
    expect(response.body).not.toMatch(/node_modules|FST_|Multipart|\bat .+:\d+/)
    if (response.statusCode >= 400) {
      expect(response.json()).toMatchObject({
        error: expect.stringMatching(/\w/),
        requestId: expect.any(String),
      })
      expect(await stored()).toEqual(before)
    }
    expect(leftovers()).toEqual([])
  })

  test('that arrives a byte at a time is cut off after a while, with an answer', async () => {
    const before = await stored()
    vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'] })
    try {
      const form = formOf(upload)
      const { socket, answer } = begin(upload, form, form.payload.length - 200)
      await turnsUntil(() => leftovers().length > 0)
      for (let second = 0; second < 45 && answer() === ''; second += 1) {
        const at = form.payload.length - 200 + second
        socket.write(form.payload.subarray(at, at + 1))
        for (let turns = 0; turns < 10; turns += 1) await turn()
        vi.advanceTimersByTime(1000)
        for (let turns = 0; turns < 10; turns += 1) await turn()
      }
      await turnsUntil(() => answer() !== '')
      expect(answer()).toMatch(/^HTTP\/1\.1 408 /)
      await turnsUntil(() => leftovers().length === 0)
    } finally {
      vi.useRealTimers()
    }
    expect(await stored()).toEqual(before)
    expect(await isAlive()).toBe(true)
  })

  test('whose line is lost in the middle leaves nothing', async () => {
    const form = formOf(upload)
    const before = await stored()
    for (const share of [0.2, 0.6, 0.95]) {
      const bytes = Math.floor(form.payload.length * share)
      const { socket } = begin(upload, form, bytes)
      await expect.poll(leftovers).not.toEqual([])
      socket.resetAndDestroy()
      await expect.poll(leftovers).toEqual([])
    }
    expect(await stored()).toEqual(before)
    expect(await isAlive()).toBe(true)
    expect(app.logLines.filter((line) => line.includes('"msg":"bug"'))).toEqual([])
  })
})
