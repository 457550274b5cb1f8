import { expect, test } from 'vitest'
import { createPageReader } from './page-reader.ts'

// The first page also waits for its thread to start, which takes a while on a busy machine.
const read = createPageReader({
  longestMs: 300,
  longestStartMs: 60_000,
  script: new URL('../../../../test/checks/page-thread.ts', import.meta.url),
})
const page = (path: string) => ({
  url: `https://shop.example${path}`,
  contentType: 'text/html',
  bytes: Buffer.from(
    '<script type="application/ld+json">{"@type":"Product","name":"Tote","offers":{"price":"40","priceCurrency":"USD"}}</script>',
  ),
})
const TOTE = { product: { name: 'Tote', offers: [{ nowCents: 4000 }] } }

test.each(['/hangs', '/fills-memory', '/ends-it'])(
  'a page that %s costs itself and no other: not the one before it, nor those that wait behind it',
  async (path) => {
    expect(await read(page('/tote'))).toMatchObject(TOTE)
    const answers = await Promise.all([read(page(path)), read(page('/tote')), read(page('/bag'))])
    expect(answers).toMatchObject([null, TOTE, TOTE])
  },
)
