import { brotliDecompressSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { announceDeals, createDeal } from '#test/support/factories.ts'
import { usePages } from '#test/support/use-pages.ts'

const { app } = usePages()

const CARDS = 12
const KB = 1024
/** The most compressed bytes that a first visit to the feed, with an empty cache, may transfer. */
const MOST = { html: 24 * KB, scripts: 120 * KB, styles: 16 * KB }

beforeAll(async () => {
  for (let number = 0; number < CARDS; number += 1) {
    await createDeal(app.ctx, { id: `first-visit-${number}`, category: 'totes' })
  }
  await announceDeals(app.ctx)
})

async function packed(url: string): Promise<Buffer> {
  const headers = { 'accept-encoding': 'br', 'sec-fetch-site': 'none' }
  const answer = await app.inject({ url, headers })
  expect(answer.headers['content-encoding'], url).toBe('br')
  return answer.rawPayload
}

async function bytesOf(addresses: string[]): Promise<number> {
  const bodies = await Promise.all(addresses.map(packed))
  return bodies.reduce((sum, body) => sum + body.byteLength, 0)
}

test('a first visit to the feed costs no more bytes than it may', async () => {
  const page = await packed('/daily-deals')
  const html = String(brotliDecompressSync(page))
  expect(html.match(/<li class="card\b/g) ?? []).toHaveLength(CARDS)
  const all = (pattern: RegExp) => [...html.matchAll(pattern)].map(([, address = '']) => address)
  const styles = all(/<link rel="stylesheet" href="([^"]+)"/g)
  const [later = ''] = all(/data-scripts="([^"]+)"/g)
  const scripts = [...all(/<script\b[^>]* src="([^"]+)"/g), ...later.split(' ')]
  expect(styles.length).toBeGreaterThan(0)
  expect(scripts.length).toBeGreaterThan(1)

  expect(page.byteLength).toBeLessThanOrEqual(MOST.html)
  expect(await bytesOf(styles)).toBeLessThanOrEqual(MOST.styles)
  expect(await bytesOf(scripts)).toBeLessThanOrEqual(MOST.scripts)
})
