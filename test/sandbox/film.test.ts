import { expect, test } from 'vitest'
import { DEMO_FILM } from '#app/shared/demo-film.ts'
import { filmStandIn } from '#sandbox/film/film.ts'
import { useTestApp } from '#test/support/test-app.ts'

const app = useTestApp({ hasPages: true, environment: { DEMO: '1' }, extend: filmStandIn })

test('the demo has a film of its own on the front page: a poster until it is asked for', async () => {
  const { body, headers } = await app.inject({ url: '/' })
  expect(body).toContain('Play the film')
  // Before the scripts have loaded, the link leads to the film.
  expect(body).toContain(`href="${DEMO_FILM}"`)
  expect(body).not.toMatch(/<video|<iframe|autoplay/i)
  expect(body).toContain('Seventeen seconds without sound')
  const policy = String(headers['content-security-policy'])
  expect(policy).toContain("; media-src 'self';")
  expect(policy).not.toContain('frame-src')
  // No third party learns of it.
  const policyPage = (await app.inject({ url: '/privacy-policy' })).body
  expect(policyPage).not.toContain('is played by another company')
})

test('it is small, and can be wound', async () => {
  const film = await app.inject({ url: DEMO_FILM })
  expect([film.statusCode, film.headers['content-type']]).toEqual([200, 'video/webm'])
  expect(film.rawPayload.length).toBeLessThan(1_000_000)
  expect(film.rawPayload.subarray(0, 4).toString('hex')).toBe('1a45dfa3')
  const part = await app.inject({ url: DEMO_FILM, headers: { range: 'bytes=1000-1999' } })
  expect([part.statusCode, part.headers['content-length']]).toEqual([206, '1000'])
  expect((await app.inject({ url: '/sandbox/film/other.webm' })).statusCode).toBe(404)
})
