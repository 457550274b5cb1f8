import https from 'node:https'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NAME, type Product, startProduct } from '#test/deploy/support/product.ts'
import { type InFront, startHaproxy, startNginx } from '#test/deploy/support/proxies.ts'

type Answer = { status: number; body: string; headers: https.RequestOptions['headers'] }
type Who = 'visitor' | 'member' | 'free'

let product: Product
let proxies: InFront[]
beforeAll(async () => {
  product = await startProduct(2)
  const nginx = await startNginx({ port: product.publicPort, name: NAME, to: product.ports })
  proxies = [nginx]
})
afterAll(async () => {
  await Promise.all(proxies?.map((proxy) => proxy.stop()) ?? [])
  await product?.stop()
})

function ask(
  port: number,
  path: string,
  { cookie = '', method = 'GET', body = '', host = '' } = {},
): Promise<Answer & { cookies: string[] }> {
  return new Promise((resolve, reject) => {
    const request = https.request(
      {
        port,
        host: '127.0.0.1',
        path,
        method,
        rejectUnauthorized: false,
        agent: false,
        headers: {
          host: host || `${NAME}:${port}`,
          'sec-fetch-site': method === 'GET' && !path.startsWith('/api/') ? 'none' : 'same-origin',
          ...(cookie && { cookie }),
          ...(body && {
            'content-type': 'application/json',
            'content-length': String(body.length),
          }),
        },
      },
      (response) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            body: Buffer.concat(parts).toString(),
            headers: response.headers,
            cookies: (response.headers['set-cookie'] ?? []).map((each) => each.split(';')[0] ?? ''),
          }),
        )
      },
    )
    request.on('error', reject)
    request.end(body)
  })
}

async function signIn(port: number, email: string): Promise<string> {
  const body = JSON.stringify({ email, password: 'demo-password-1' })
  const { status, cookies } = await ask(port, '/api/login', { method: 'POST', body })
  expect(status).toBe(200)
  return cookies.join('; ')
}

/** Masks what differs between answers without identifying anybody. */
const masked = ({ body }: Answer) => body.replace(/"requestId":"\w+"/g, '')

const PAGES = ['/', '/daily-deals', '/join-now', '/account', '/terms', '/deals']
const CALLS = [
  '/api/deals',
  '/api/user',
  '/api/subscription',
  '/api/deals/preview',
  '/api/deals/free',
]

test('two people and a visitor, in any order, each see their own through nginx, also after signing out', async () => {
  const [nginx] = proxies
  const port = product.publicPort
  const cookies: Record<Who, string> = {
    visitor: '',
    member: await signIn(port, 'member@demo.test'),
    free: await signIn(port, 'free@demo.test'),
  }
  const people = Object.keys(cookies) as Who[]
  const addresses = [...PAGES, ...CALLS]

  // Each request alone, at an address that nobody asks for twice, so that the proxy's cache cannot answer.
  const own = new Map<string, string>()
  for (const who of people) {
    for (const address of addresses) {
      const fresh = `${address}?nobody-else=${who}`
      const answer = await ask(port, fresh, { cookie: cookies[who] })
      own.set(`${who} ${address}`, masked(answer).replaceAll(`?nobody-else=${who}`, ''))
    }
  }
  for (const address of ['/daily-deals', '/account', '/api/deals', '/api/user']) {
    expect(own.get(`member ${address}`)).not.toBe(own.get(`visitor ${address}`))
    expect(own.get(`member ${address}`)).not.toBe(own.get(`free ${address}`))
  }

  const wrong: string[] = []
  let seed = 1
  const chance = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % below
  }
  for (let times = 0; times < 600; times += 1) {
    const who = people[chance(people.length)] ?? 'visitor'
    const address = addresses[chance(addresses.length)] ?? '/'
    const answer = await ask(port, address, { cookie: cookies[who] })
    if (masked(answer) !== own.get(`${who} ${address}`)) wrong.push(`${who} at ${address}`)
    expect(answer.headers).not.toHaveProperty('x-accel-expires')
    if (who !== 'visitor' || CALLS.includes(address)) {
      expect(answer.headers).toHaveProperty('cache-control', 'private, no-store')
    }
  }
  expect(wrong).toEqual([])
  // The proxy did cache pages; otherwise this would prove nothing.
  const hits = (nginx?.log() ?? '')
    .split('\n')
    .filter((line) => / (HIT|UPDATING|STALE)$/.test(line))
  expect(hits.length).toBeGreaterThan(20)
  expect(hits.filter((line) => line.includes('/api/'))).toEqual([])

  // Somebody who signs out is a visitor at once, with and without the old cookie.
  const memberFeed = own.get('member /daily-deals')
  await ask(port, '/api/logout', { method: 'POST', cookie: cookies.member })
  for (const cookie of [cookies.member, '', cookies.member]) {
    const answer = await ask(port, '/daily-deals', { cookie })
    expect(masked(answer)).toBe(own.get('visitor /daily-deals'))
    expect(masked(answer)).not.toBe(memberFeed)
  }
  // Somebody who signs in sees their own pages at once.
  const again = await signIn(port, 'member@demo.test')
  expect(masked(await ask(port, '/daily-deals', { cookie: again }))).toBe(memberFeed)
})

test('files and pictures are kept, and nobody is answered by another name', async () => {
  const [nginx] = proxies
  const port = product.publicPort
  const { body } = await ask(port, '/')
  const [file = ''] = /\/assets\/[\w./-]+\.css/.exec(body) ?? []
  for (let times = 0; times < 3; times += 1) expect((await ask(port, file)).status).toBe(200)
  await expect.poll(() => nginx?.log()).toMatch(new RegExp(`200 GET ${file} .* HIT`))
  await expect(ask(port, '/', { host: 'evil.example' })).rejects.toThrow()
  expect((await ask(port, '/readyz')).status).toBe(404)
})

test('the same three through HAProxy', async () => {
  const port = product.publicPort
  await proxies[0]?.stop()
  proxies = [await startHaproxy({ port, name: NAME, to: product.ports })]
  await expect.poll(async () => (await ask(port, '/')).status, { timeout: 20_000 }).toBe(200)
  const cookie = await signIn(port, 'member@demo.test')
  const visitor = masked(await ask(port, '/daily-deals'))
  const member = masked(await ask(port, '/daily-deals', { cookie }))
  expect(member).not.toBe(visitor)
  for (let times = 0; times < 50; times += 1) {
    expect(masked(await ask(port, '/daily-deals'))).toBe(visitor)
    expect(masked(await ask(port, '/daily-deals', { cookie }))).toBe(member)
  }
  await ask(port, '/api/logout', { method: 'POST', cookie })
  expect(masked(await ask(port, '/daily-deals', { cookie }))).toBe(visitor)
  expect((await ask(port, '/', { host: 'evil.example' })).status).toBe(421)
})
