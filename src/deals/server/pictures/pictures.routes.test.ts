import { buffer } from 'node:stream/consumers'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { twoHalves } from '#test/pictures/sample-pictures.ts'
import { useTestApp } from '#test/support/test-app.ts'
import { storePicture } from './pictures.ts'

const app = useTestApp()

afterEach(() => {
  vi.restoreAllMocks()
})

describe('a picture in the browser', () => {
  test.each([
    ['-640.avif', 'image/avif'],
    ['-320.webp', 'image/webp'],
    ['.jpg', 'image/jpeg'],
  ])('%s is served to everybody, for ever, as nothing but a picture', async (suffix, type) => {
    const { id } = await storePicture(app.ctx, await twoHalves().png().toBuffer())
    const address = `/ndc-images/${id}${suffix}`

    const response = await app.inject({ url: address })
    expect(response.statusCode).toBe(200)
    expect(response.headers).toMatchObject({
      'content-type': type,
      'content-length': String(response.rawPayload.length),
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
    })
    expect(response.headers).not.toHaveProperty('set-cookie')
    const stored = await app.ctx.storage.read(`${id}${suffix}`)
    expect(stored && response.rawPayload.equals(await buffer(stored.body))).toBe(true)

    const head = await app.inject({ method: 'HEAD', url: address })
    expect(head.statusCode).toBe(200)
    expect(head.rawPayload).toHaveLength(0)
    const { date: _, ...headers } = response.headers
    expect(head.headers).toMatchObject(headers)
  })

  const id = 'c3'.repeat(16)
  test.each([
    `${id}.jpg`,
    `${id}`,
    `${id}.jpeg`,
    `${id}.svg`,
    `${id}.html`,
    `${id}.jpg.html`,
    `${id}-641.avif`,
    `${id}-320.jpg`,
    `${id}.jpg/`,
    `${id.toUpperCase()}.jpg`,
    '..%2f..%2fetc%2fpasswd',
    '..%5c..%5cetc%5cpasswd',
    '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
    '%252e%252e%252fetc%252fpasswd',
    '%2fetc%2fpasswd',
    '....//....//etc/passwd',
    'c3/..%2f..%2fpostgres-18%2fPG_VERSION',
    `c3/${id}.jpg`,
    '',
  ])('/ndc-images/%s is not there, and no storage is asked for anything else', async (name) => {
    const read = vi.spyOn(app.ctx.storage, 'read')
    const response = await app.inject({ url: `/ndc-images/${name}` })

    expect(response.statusCode).toBe(404)
    expect(response.json()).toMatchObject({ code: 'not-found', error: 'There is no such picture.' })
    expect(response.headers['cache-control']).toBe('private, no-store')
    expect(read.mock.calls).toEqual(name === `${id}.jpg` ? [[name]] : [])
  })
})

test.each(['..%c0%af..%c0%afetc%2fpasswd', '%zz.jpg', '%', 'x.jpg%00.html', 'x.jpg%0a'])(
  '/ndc-images/%s is no address at all',
  async (name) => {
    const read = vi.spyOn(app.ctx.storage, 'read')
    const response = await app.inject({ url: `/ndc-images/${name}` })
    expect(response.statusCode).toBe(400)
    expect(read).not.toHaveBeenCalled()
  },
)
