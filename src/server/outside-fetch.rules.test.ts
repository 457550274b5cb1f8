import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createFetchOutside,
  createPostOutside,
  createReadOutside,
  isPublicAddress,
  OutsideFailure,
} from './outside-fetch.ts'

const LIMITS = { maxBytes: 1000, timeoutMs: 2000 }

/** Takes longer than the time of silence that is allowed, but is never silent for as long. */
const DROPS = 8
function drip(response: http.ServerResponse) {
  let drops = 0
  const dripping = setInterval(() => {
    response.write('drop')
    drops += 1
    if (drops < DROPS) return
    clearInterval(dripping)
    response.end()
  }, 250)
}

describe('an address is public', () => {
  test.each(['93.184.216.34', '2606:2800:220:1:248:1893:25c8:1946'])('%s', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })
  test.each([
    ...['127.0.0.1', '127.8.8.8', '0.0.0.0', '10.1.2.3', '172.16.0.1', '192.168.1.1'],
    ...['100.64.0.1', '169.254.169.254', '198.18.0.1', '192.0.2.1', '224.0.0.1', '240.0.0.1'],
    ...['255.255.255.255', '::', '::1', '::ffff:127.0.0.1', '::ffff:10.0.0.1', 'fe80::1'],
    ...['fc00::1', 'fd12::1', 'ff02::1', '2001:db8::1', '64:ff9b::7f00:1', '2002:7f00:1::', ''],
    ...['::7f00:1', '::127.0.0.1', '::a00:1', '4000::1', '::2'],
  ])('not %s', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })
})

describe('a file of somebody else', () => {
  let hits: string[] = []
  let port = 0
  const server = http.createServer((request, response) => {
    hits.push(request.url ?? '')
    if (request.url === '/large') return response.end(Buffer.alloc(5000))
    if (request.url === '/slow') return
    if (request.url === '/stops') return void response.writeHead(200).write('some')
    if (request.url === '/drips') return drip(response)
    if (request.url === '/gone') return response.writeHead(404).end()
    if (request.url === '/home') {
      return response.writeHead(302, { location: 'http://inside.example/secret' }).end()
    }
    if (request.url === '/packed') {
      return response
        .writeHead(200, { 'content-encoding': 'gzip' })
        .end(gzipSync(Buffer.alloc(5000)))
    }
    if (request.url?.startsWith('/later')) {
      return response.writeHead(429, { 'retry-after': request.url.slice('/later/'.length) }).end()
    }
    if (request.url === '/round') return response.writeHead(302, { location: '/round' }).end()
    if (request.url === '/moved') return response.writeHead(301, { location: '/picture' }).end()
    response.end(`picture for ${request.headers.host}`)
  })
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    port = (server.address() as AddressInfo).port
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  /** An internet on which shop.example is the server above and inside.example is an internal address. */
  const names: Record<string, string[]> = {
    'shop.example': ['127.0.0.1'],
    'inside.example': ['10.0.0.7'],
    'both.example': ['127.0.0.1', '10.0.0.7'],
  }
  const asked: string[] = []
  const internet = {
    resolve: async (host: string) => {
      asked.push(host)
      const addresses = names[host]
      if (!addresses) throw new Error('ENOTFOUND')
      return addresses
    },
    isAllowed: (address: string) => address === '127.0.0.1',
    isAllowedPort: () => true,
  }
  const fetchOutside = createFetchOutside(internet)
  const at = (path: string, host = 'shop.example') => `http://${host}:${port}${path}`

  test('is read from the address that was checked, by its own name', async () => {
    asked.length = 0
    const bytes = await fetchOutside(at('/picture'), LIMITS)
    expect(bytes.toString()).toBe(`picture for shop.example:${port}`)
    expect(asked).toEqual(['shop.example'])
  })

  test('is found where it has moved to', async () => {
    expect(String(await fetchOutside(at('/moved'), LIMITS))).toContain('picture for')
  })

  test.each([
    ['too large', () => at('/large'), /too large/],
    ['never answered', () => at('/slow'), /too long/],
    ['gone', () => at('/gone'), /answered 404/],
    ['nowhere', () => at('/', 'nowhere.example'), /no nowhere\.example/],
    ['a neighbour of ours', () => at('/', 'inside.example'), /public internet/],
    ['one of whose addresses is a neighbour', () => at('/', 'both.example'), /public internet/],
    ['a redirect to a neighbour', () => at('/home'), /public internet/],
    ['a redirect without end', () => at('/round'), /from one place to the next/],
    ['a file of ours', () => 'file:///etc/hostname', /http/],
    ['with a password', () => `http://a:b@shop.example:${port}/`, /password/],
    ['no link', () => 'pictures', /not a link/],
  ])('%s is refused', async (_what, link, reason) => {
    hits = []
    const failure = await fetchOutside(link(), { ...LIMITS, timeoutMs: 500 }).catch((e) => e)
    expect(failure).toBeInstanceOf(OutsideFailure)
    expect(failure.message).toMatch(reason)
    expect(hits).not.toContain('/secret')
    // Endless redirects are followed three times at most.
    expect(hits.length).toBeLessThanOrEqual(4)
  })

  test.each(['/large', '/packed'])(
    'of a shop is cut or refused where it is too large: %s',
    async (path) => {
      const readOutside = createReadOutside(internet)
      const question = { ...LIMITS, headers: {} }
      await expect(readOutside(at(path), question)).rejects.toMatchObject({ kind: 'large' })
      const { bytes } = await readOutside(at(path), { ...question, isCut: true })
      expect(bytes).toHaveLength(LIMITS.maxBytes)
    },
  )

  test('is kept for us alone where it is saved', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'nouveau-outside-'))
    const saveTo = path.join(folder, 'feed')
    await createReadOutside(internet)(at('/picture'), { ...LIMITS, headers: {}, saveTo })
    expect(readFileSync(saveTo, 'utf8')).toContain('picture for')
    expect(statSync(saveTo).mode & 0o777).toBe(0o600)
    rmSync(folder, { recursive: true })
  })

  test.each([
    ['/later/120', 120],
    ['/later/soon', undefined],
  ])(
    'is not what a push service answers, but how long it wants to be left alone: %s',
    async (path, seconds) => {
      const posting = { headers: {}, body: Buffer.from('x'), timeoutMs: 2000 }
      const answer = await createPostOutside(internet)(at(path), posting)
      expect(answer).toEqual({ status: 429, retryAfterSeconds: seconds })
    },
  )

  test('is waited for as long as something comes, and only so long while nothing does', async () => {
    const readOutside = createReadOutside(internet)
    const patience = { ...LIMITS, timeoutMs: 20_000, longestSilenceMs: 1500, headers: {} }
    const { bytes } = await readOutside(at('/drips'), patience)
    expect(bytes.toString()).toBe('drop'.repeat(DROPS))
    const since = Date.now()
    for (const path of ['/stops', '/slow']) {
      const failure = await readOutside(at(path), patience).catch((e) => e)
      expect(failure).toMatchObject({
        kind: 'silent',
        message: 'The shop takes too long to answer.',
      })
    }
    expect(Date.now() - since).toBeLessThan(patience.timeoutMs)
  })

  test.each([
    ...['http://127.0.0.1/', 'http://localhost/', 'http://[::1]/', 'http://0x7f000001/'],
    ...['http://2130706433/', 'http://[::ffff:7f00:1]/', 'http://shop.example:8080/'],
  ])('as the product asks, %s is refused', async (link) => {
    hits = []
    const asks = [
      () => createFetchOutside()(link, LIMITS),
      () => createReadOutside()(link, { ...LIMITS, headers: {} }),
      () => createPostOutside()(link, { headers: {}, body: Buffer.alloc(0), timeoutMs: 2000 }),
    ]
    for (const ask of asks) await expect(ask()).rejects.toMatchObject({ kind: 'barred' })
    expect(hits).toEqual([])
  })
})
