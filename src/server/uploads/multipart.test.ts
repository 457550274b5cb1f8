import { existsSync, readdirSync, statSync } from 'node:fs'
import fs from 'node:fs/promises'
import { connect } from 'node:net'
import path from 'node:path'
import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { Http } from '#app/server/http/http.ts'
import { multipart } from '#test/support/multipart.ts'
import { useTestApp } from '#test/support/test-app.ts'
import { acceptUploads, withForm } from './multipart.ts'
import type { FormLimits } from './reading.ts'

const LIMITS: FormLimits = {
  maxFields: 3,
  maxFieldBytes: 1000,
  files: { sheet: { most: 1, maxBytes: 5000 }, images: { most: 2, maxBytes: 100 } },
}

/** The last form as seen inside the handler: the folder it was kept in is gone afterwards. */
let seen: { folder: string; modes: string[] } | undefined

const app = useTestApp({
  extend: async (http, ctx) => {
    await http.register(async (routes: Http) => {
      await acceptUploads(routes, ctx)
      const config = { access: 'everyone' as const, isUpload: true }
      routes.post('/api/form', { config }, (request) =>
        withForm(ctx, request, LIMITS, async (form) => {
          const files = [...form.files('sheet'), ...form.files('images')]
          const [first] = files
          if (first) {
            const folder = path.dirname(first.path)
            const modes = [folder, first.path].map((each) =>
              (statSync(each).mode & 0o777).toString(8),
            )
            seen = { folder, modes }
          }
          if (form.text('fail')) throw new Error('planned')
          return {
            title: form.text('title') ?? null,
            tags: form.texts('tags'),
            has: ['title', 'tags', 'sheet', 'images'].filter(form.has),
            files: await Promise.all(
              files.map(async (file) => [file.fileName, file.sizeBytes, String(await file.read())]),
            ),
          }
        }),
      )
      routes.post('/api/no-form', { config: { access: 'everyone' } }, () => 'taken')
    })
  },
})

let browser: { cookie: string; headers: Record<string, string> }
beforeAll(async () => {
  const answer = await app.inject({ url: '/api/csrf-token' })
  browser = {
    cookie: answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
    headers: { 'x-csrf-token': answer.json().csrfToken },
  }
})

type Sent = { payload: Buffer | string; headers: Record<string, string> }

function send({ payload, headers }: Sent, url = '/api/form') {
  return app.as(browser).inject({
    method: 'POST',
    url,
    payload,
    headers: { ...browser.headers, ...headers },
  })
}

const uploads = () => path.join(app.ctx.config.dataDir, 'uploads')
const leftovers = () => (existsSync(uploads()) ? readdirSync(uploads()) : [])

const text = (fileName: string, bytes = 'content') => ({ field: 'sheet', fileName, bytes })
const image = (bytes = 'pixels') => ({ field: 'images', fileName: 'a.png', bytes })

describe('a form with files', () => {
  test('is read whole, and its files are gone afterwards', async () => {
    const response = await send(
      multipart({ title: 'Café “été”', tags: ['a', 'b'] }, [text('Große Liste.csv'), image()]),
    )
    expect(response.json()).toEqual({
      title: 'Café “été”',
      tags: ['a', 'b'],
      has: ['title', 'tags', 'sheet', 'images'],
      files: [
        ['Große Liste.csv', 7, 'content'],
        ['a.png', 6, 'pixels'],
      ],
    })
    expect(seen?.modes).toEqual(['700', '600'])
    expect(existsSync(seen?.folder ?? '')).toBe(false)
    expect(leftovers()).toEqual([])
  })

  test('leaves nothing behind when what is done with it fails', async () => {
    seen = undefined
    const response = await send(multipart({ fail: 'yes' }, [text('a.csv')]))
    expect([response.statusCode, seen !== undefined]).toEqual([500, true])
    expect(leftovers()).toEqual([])
  })

  test.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\ann\\deals.csv', 'deals.csv'],
    ['deals\u0001.csv', 'deals.csv'],
    ['deals\u202evsc.exe\u2066\u200b.csv', 'dealsvsc.exe.csv'],
    [`${'x'.repeat(3000)}.csv`, `${'x'.repeat(196)}.csv`],
  ])('keeps of the name %j only what a person needs', async (fileName, kept) => {
    const response = await send(multipart({}, [text(fileName)]))
    expect(response.json().files[0]?.[0]).toBe(kept)
  })

  test('takes the empty part of a browser for no file', async () => {
    const response = await send(multipart({}, [{ field: 'sheet', fileName: '', bytes: '' }]))
    expect(response.json()).toMatchObject({ has: [], files: [] })
  })

  test('takes files of the largest size and not a byte more', async () => {
    expect(
      (await send(multipart({}, [text('a', 'x'.repeat(5000)), image('x'.repeat(100))]))).statusCode,
    ).toBe(200)
    const large = await send(multipart({}, [text('a', 'x'.repeat(5001))]))
    expect([large.statusCode, large.json().fields]).toEqual([
      413,
      { sheet: 'is larger than 5000 bytes' },
    ])
    const image101 = await send(multipart({}, [image('x'.repeat(101))]))
    expect([image101.statusCode, image101.json().fields]).toEqual([
      413,
      { images: 'is larger than 100 bytes' },
    ])
  })
})

describe('a form is refused', () => {
  const whole = multipart({ title: 'x' }, [text('a.csv')])
  const boundary = whole.headers['content-type'].split('boundary=')[1]
  const part = (about: string, content = 'x') =>
    `--${boundary}\r\nContent-Disposition: form-data; ${about}\r\n\r\n${content}\r\n`
  const raw = (...parts: string[]): Sent => ({
    ...whole,
    payload: `${parts.join('')}--${boundary}--\r\n`,
  })

  test.each<[string, Sent, number]>([
    ['more fields than it takes', multipart({ tags: ['1', '2', '3', '4'] }), 413],
    ['10,000 parts', multipart({ tags: Array.from({ length: 10_000 }, String) }), 413],
    ['a field that is too long', multipart({ title: 'x'.repeat(1001) }), 413],
    ['a field with a NUL', multipart({ title: 'a\0b' }), 400],
    [
      'a field that is JSON',
      raw(part('name="title"\r\nContent-Type: application/json', '{"a":1}')),
      400,
    ],
    ['more files than it takes', multipart({}, [image(), image(), image()]), 413],
    ['two files where one goes', multipart({}, [text('a'), text('b')]), 413],
    ['a file nobody asked for', multipart({}, [{ ...text('a'), field: 'other' }]), 400],
    ['a name of a page', raw(part(`name="${'x'.repeat(3000)}"`)), 400],
    ['a part without a name', raw(part('x="y"')), 400],
    ['a field called __proto__', raw(part('name="__proto__"')), 400],
    ['a part that never ends', { ...whole, payload: whole.payload.subarray(0, -20) }, 400],
    [
      'a heading that never ends',
      { ...whole, payload: `--${boundary}\r\nContent-Disposition: form` },
      400,
    ],
    ['no boundary', { ...whole, headers: { 'content-type': 'multipart/form-data; x=y' } }, 400],
    ...['x'.repeat(5000), 'x'.repeat(253)].map((long): [string, typeof whole, number] => [
      `a boundary of ${long.length} letters`,
      { ...whole, headers: { 'content-type': `multipart/form-data; boundary=${long}` } },
      400,
    ]),
    [
      'another boundary',
      { ...whole, headers: { 'content-type': 'multipart/form-data; boundary=y' } },
      400,
    ],
  ])('with %s', async (_what, sent, status) => {
    const response = await send(sent)
    expect(response.statusCode, response.body).toBe(status)
    expect(response.body).not.toMatch(/node_modules|Multipart:|FST_/)
    expect(leftovers()).toEqual([])
  })

  test('on a full disk', async () => {
    const open = vi.spyOn(fs, 'open').mockImplementationOnce(async () => {
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    })
    const response = await send(whole)
    open.mockRestore()
    expect([response.statusCode, response.json().code]).toEqual([507, 'storage-full'])
    expect(leftovers()).toEqual([])
    expect((await send(whole)).statusCode).toBe(200)
  })

  test('that is JSON, and a form where JSON belongs', async () => {
    const json = { payload: '{}', headers: { 'content-type': 'application/json' } }
    expect((await send(json)).statusCode).toBe(415)
    expect((await send(whole, '/api/no-form')).statusCode).toBe(415)
    expect((await send(whole, '/api/logout')).statusCode).toBe(415)
  })

  test('without the token of this browser', async () => {
    const response = await send({ ...whole, headers: { ...whole.headers, 'x-csrf-token': 'x' } })
    expect([response.statusCode, response.json().code]).toEqual([403, 'csrf'])
  })
})

describe('over a real connection', () => {
  let port: number
  beforeAll(async () => {
    port = Number(new URL(await app.http.listen({ host: '127.0.0.1', port: 0 })).port)
  })

  const head = (length: number) =>
    [
      'POST /api/form HTTP/1.1',
      'Host: localhost',
      'Sec-Fetch-Site: same-origin',
      `Cookie: ${browser.cookie}`,
      `X-CSRF-Token: ${browser.headers['x-csrf-token']}`,
      'Content-Type: multipart/form-data; boundary=b',
      `Content-Length: ${length}`,
      '\r\n',
    ].join('\r\n')
  const opening = '--b\r\nContent-Disposition: form-data; name="sheet"; filename="a.csv"\r\n\r\n'

  test('one that drops in the middle of a file leaves nothing', async () => {
    const socket = connect(port, '127.0.0.1')
    socket.write(`${head(4000)}${opening}half of it`)
    await until(() => leftovers().length === 1)
    socket.destroy()
    await until(() => leftovers().length === 0)
  })

  test('is given 15 seconds for its body, and minutes for one with files', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'] })
    const answers = ['', '']
    const sockets = ['/api/login', '/api/form'].map((url, index) => {
      const socket = connect(port, '127.0.0.1')
      socket.on('data', (chunk) => {
        answers[index] = `${answers[index]}${chunk}`
      })
      const type = url === '/api/login' ? 'application/json' : 'multipart/form-data; boundary=b'
      socket.write(
        head(4000)
          .replace('/api/form', url)
          .replace(/Content-Type: .*/, `Content-Type: ${type}`),
      )
      return socket
    })
    // Both have begun: the timers are set before a form has its folder.
    while (leftovers().length === 0) await turn()
    for (let turns = 0; turns < 50; turns += 1) await turn()
    vi.advanceTimersByTime(15_000)
    vi.useRealTimers()
    await until(() => answers[0] !== '')
    expect(answers).toEqual([expect.stringMatching(/^HTTP\/1.1 408 /), ''])
    for (const socket of sockets) socket.destroy()
    await until(() => leftovers().length === 0)
  })

  test('a file far too large gets its answer, and the connection goes on', async () => {
    const socket = connect(port, '127.0.0.1')
    let answers = ''
    socket.on('data', (chunk) => {
      answers += chunk
    })
    const body = `${opening}${'x'.repeat(3_000_000)}\r\n--b--\r\n`
    socket.write(head(body.length) + body)
    await until(() => /^HTTP\/1.1 413 .*is larger than/s.test(answers))
    const small = `${opening}small\r\n--b--\r\n`
    socket.write(head(small.length) + small)
    await until(() => answers.includes('"small"'))
    socket.destroy()
    expect(leftovers()).toEqual([])
  })
})

test('what an ended process left is cleared at the next start; what others are at stays', async () => {
  const [mine] = [await fs.mkdtemp(path.join(uploads(), 'other-machine_7_'))]
  const old = path.join(uploads(), 'other-machine_8_old')
  await fs.mkdir(old)
  await fs.utimes(old, 0, 0)
  const hostname = (await import('node:os')).hostname().replace(/[^\w.-]|_/g, '-')
  const orphan = path.join(uploads(), `${hostname}_4194305_x`)
  await fs.mkdir(orphan)
  await fs.writeFile(path.join(orphan, '1'), 'left')
  const again = await app.another({ environment: { DATA_DIR: app.ctx.config.dataDir } })
  expect(leftovers()).toEqual([path.basename(mine)])
  await again.close()
  await fs.rm(mine, { recursive: true })
})

async function until(isSo: () => boolean) {
  for (let tries = 0; tries < 200 && !isSo(); tries += 1) await delay(10)
  expect(isSo()).toBe(true)
}
