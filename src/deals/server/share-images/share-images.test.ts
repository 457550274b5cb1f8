import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { storePicture } from '#app/deals/server/pictures/pictures.ts'
import { DAY_MS } from '#app/shared/dates.ts'
import { createDeal } from '#test/support/factories.ts'
import { useTestApp } from '#test/support/test-app.ts'
import { purgeDrawnFiles } from './drawn-files.ts'
import { createShareImages } from './share-images.ts'

const app = useTestApp()
const ask = (id: string, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
  app.inject({
    url: `/share/deal/${id}.jpg`,
    remoteAddress,
    headers: { 'sec-fetch-site': 'cross-site', ...headers },
  })

/** Returns the mean colour of a region, as `[r, g, b]`. */
async function colourAt(jpeg: Buffer, left: number, top: number) {
  const pixel = sharp(jpeg).extract({ left, top, width: 20, height: 20 }).resize(1, 1)
  return [...(await pixel.raw().toBuffer())]
}

async function storeColour(background: string, width: number, height: number) {
  const file = sharp({ create: { width, height, channels: 3, background } })
  return (await storePicture(app.ctx, await file.png().toBuffer())).id
}

let portrait: string
let landscape: string
beforeAll(async () => {
  portrait = await storeColour('#336699', 400, 500)
  landscape = await storeColour('#996633', 900, 500)
})

describe('the picture that other sites show beside a link to a deal', () => {
  test('is a card of the piece, its brand and its prices, for anybody to keep and show', async () => {
    const { id } = await createDeal(app.ctx, { cardPictureId: portrait })
    const { statusCode, headers, rawPayload } = await ask(id)
    expect([statusCode, headers['content-type']]).toEqual([200, 'image/jpeg'])
    expect(headers['cache-control']).toBe('public, max-age=3600')
    expect(headers['cross-origin-resource-policy']).toBe('cross-origin')
    expect(await sharp(rawPayload).metadata()).toMatchObject({ width: 1200, height: 630 })
    const [r = 0, g = 0, b = 0] = await colourAt(rawPayload, 250, 300)
    expect(Math.abs(r - 0x33) + Math.abs(g - 0x66) + Math.abs(b - 0x99)).toBeLessThan(12)
    // The text is on plain paper beside the picture, and is really there: the region has many shades.
    const words = sharp(rawPayload).extract({ left: 560, top: 100, width: 560, height: 430 })
    expect(new Set(await words.greyscale().raw().toBuffer()).size).toBeGreaterThan(100)
    expect(rawPayload.length).toBeLessThan(300_000)
  })

  test('keeps in sight what a curator has said to be the piece', async () => {
    const half = { width: 400, height: 300, channels: 3 as const, background: '#cc2222' }
    const bytes = await sharp({ create: { ...half, width: 800, background: '#2222cc' } })
      .composite([{ input: { create: half }, left: 0, top: 0 }])
      .png()
      .toBuffer()
    const cardPictureId = (await storePicture(app.ctx, bytes)).id
    const { id: dealId } = await createDeal(app.ctx, { cardPictureId })
    const point = async (focusX: number) => {
      const note = { dealId, pictureId: cardPictureId, focusX, focusY: 500 }
      await app.db.deleteFrom('dealPictureNotes').execute()
      await app.db.insertInto('dealPictureNotes').values(note).execute()
      const [r = 0, , b = 0] = await colourAt((await ask(dealId)).rawPayload, 320, 300)
      return r > b ? 'left' : 'right'
    }
    expect([await point(0), await point(1000)]).toEqual(['left', 'right'])
  })

  test('gives a wide picture a wider place, and our mark to a deal without one', async () => {
    const wide = await createDeal(app.ctx, { cardPictureId: landscape })
    const [r = 0, , b = 0] = await colourAt((await ask(wide.id)).rawPayload, 600, 300)
    expect(r).toBeGreaterThan(b + 50)
    const bare = await createDeal(app.ctx)
    const [ink = 255] = await colourAt((await ask(bare.id)).rawPayload, 10, 10)
    expect(ink).toBeLessThan(40)
  })

  test.each([
    ['ordinary', { brandName: 'Đặng Nguyễn Łódź & Søn', salePriceCents: 0 }],
    ['in other scripts', { brandName: '山本 耀司 דגם 👗 <b>&amp;\u202e', salePriceCents: null }],
    ['endless', { brandName: 'Haberdashery'.repeat(20), salePriceCents: 99_999_999 }],
  ])('is drawn whatever the brand and the prices: %s', async (_, { brandName, salePriceCents }) => {
    const prices = { salePriceCents, originalPriceCents: salePriceCents }
    const { id } = await createDeal(app.ctx, { brandName, ...prices })
    expect((await ask(id)).statusCode).toBe(200)
  })

  test('is named by what it shows: the same stays, another price is another picture', async () => {
    const { id } = await createDeal(app.ctx, { cardPictureId: portrait, brandName: 'Halden' })
    const first = await ask(id)
    const known = { 'if-none-match': String(first.headers.etag) }
    expect((await ask(id, known)).statusCode).toBe(304)
    await app.db.updateTable('deals').set({ salePriceCents: 12_345 }).where('id', '=', id).execute()
    const second = await ask(id, known)
    expect(second.statusCode).toBe(200)
    expect(second.headers.etag).not.toBe(first.headers.etag)
    expect(second.rawPayload.equals(first.rawPayload)).toBe(false)
    const other = await createDeal(app.ctx, { cardPictureId: portrait, brandName: 'Lindqvist' })
    const ofOther = await ask(other.id)
    expect(ofOther.headers.etag).not.toBe(first.headers.etag)
    expect(ofOther.rawPayload.equals(first.rawPayload)).toBe(false)
  })

  test('does not exist for a deal that is not published, missing or made up', async () => {
    const { id } = await createDeal(app.ctx, { isPublished: false })
    const missing = (await ask('deal00000404')).json()
    for (const other of [id, 'x', '..%2f..%2fetc', `${'x'.repeat(190)}`]) {
      const { statusCode, body } = await ask(other)
      expect(statusCode).toBe(404)
      expect(JSON.parse(body).error).toBe(missing.error)
    }
  })
})

test('the club itself has a picture, too', async () => {
  const { statusCode, rawPayload } = await app.inject({ url: '/share/site.jpg' })
  expect(statusCode).toBe(200)
  expect(await sharp(rawPayload).metadata()).toMatchObject({ width: 1200, height: 630 })
})

describe('when many are asked for at once', () => {
  // One after the other, because deals of one brand wait for each other, on a busy machine for too long.
  const draft = async (count: number, salePriceCents: number) => {
    const deals: Array<Awaited<ReturnType<typeof createDeal>>> = []
    for (let n = 0; n < count; n += 1) {
      deals.push(await createDeal(app.ctx, { salePriceCents: salePriceCents + n }))
    }
    return deals
  }

  test('one network is drawn a few, and the others have theirs', async () => {
    const [greedy, modest] = [await draft(10, 10_000), await draft(3, 20_000)]
    const madeUp = Array.from({ length: 40 }, (_, n) => ask(`nothing${10_000 + n}`))
    const flood = greedy.map(({ id }) => ask(id, {}, '192.0.2.1'))
    const others = modest.map(({ id }, n) => ask(id, {}, `198.51.100.${n}`))
    // Unknown deals are answered without waiting.
    for (const { statusCode } of await Promise.all(madeUp)) expect(statusCode).toBe(404)
    for (const { statusCode } of await Promise.all(others)) expect(statusCode).toBe(200)
    const answers = await Promise.all(flood)
    const statuses = answers.map(({ statusCode }) => statusCode).sort()
    expect(statuses).toEqual([...Array(4).fill(200), ...Array(6).fill(429)])
    const refused = answers.findIndex(({ statusCode }) => statusCode === 429)
    expect(Number(answers[refused]?.headers['retry-after'])).toBeGreaterThan(0)
    // A retry succeeds.
    expect((await ask(greedy[refused]?.id ?? '', {}, '192.0.2.1')).statusCode).toBe(200)
  })

  test('some are turned away, and told when to come back', async () => {
    const deals = await draft(20, 30_000)
    const answers = await Promise.all(deals.map(({ id }, n) => ask(id, {}, `203.0.113.${n}`)))
    const refused = answers.filter(({ statusCode }) => statusCode !== 200)
    expect(refused.length).toBeGreaterThan(0)
    expect(refused.length).toBeLessThan(10)
    for (const { statusCode, headers } of refused) {
      expect([statusCode, headers['retry-after']]).toEqual([503, expect.stringMatching(/^1[0-4]$/)])
    }
  })
})

describe('a drawn picture', () => {
  const folder = () => path.join(app.ctx.config.dataDir, 'share-pictures')
  const files = () =>
    readdirSync(folder(), { recursive: true }).filter((name) => String(name).endsWith('.jpg'))

  test('is read from the disk by the next process, and not drawn again', async () => {
    const { id } = await createDeal(app.ctx, { salePriceCents: 4321 })
    const first = await ask(id)
    const key = String(first.headers.etag).replaceAll('"', '')
    const file = path.join(folder(), key.slice(0, 2), `${key}.jpg`)
    // An existing file is sent as it is, without drawing.
    writeFileSync(file, 'drawn before')
    const next = createShareImages(app.ctx)
    const image = next.ofDeal((await app.inject({ url: `/api/deals/${id}` })).json())
    expect(image.key).toBe(key)
    expect(String(await image.draw('192.0.2.9'))).toBe('drawn before')
    next.stop()
  })

  test('goes when nobody asks for it any more, and the oldest when there are too many', async () => {
    const start = Date.now()
    const [old, recent] = [
      await createDeal(app.ctx, { salePriceCents: 5001 }),
      await createDeal(app.ctx, { salePriceCents: 5002 }),
    ]
    await ask(old.id)
    app.setNow(new Date(start + 29 * DAY_MS))
    const { headers } = await ask(recent.id)
    app.setNow(new Date(start + 31 * DAY_MS))
    await purgeDrawnFiles(app.ctx)
    expect(files().map((name) => path.basename(String(name), '.jpg'))).toEqual([
      String(headers.etag).replaceAll('"', ''),
    ])
    await purgeDrawnFiles(app.ctx, 0)
    expect(files()).toEqual([])
    app.setNow(undefined)
  })

  test('that cannot be kept is sent all the same', async () => {
    rmSync(folder(), { recursive: true, force: true })
    writeFileSync(folder(), 'a file where the folder should be')
    const { id } = await createDeal(app.ctx, { salePriceCents: 6001 })
    expect((await ask(id)).statusCode).toBe(200)
    expect(app.logLines.join('')).toContain('could not be kept')
    rmSync(folder())
  })
})

test('many who ask for the same picture at once get the same one', async () => {
  const { id } = await createDeal(app.ctx, { salePriceCents: 777 })
  const answers = await Promise.all(Array.from({ length: 40 }, () => ask(id)))
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
})

test('a picture that cannot be drawn is a failure that passes, and spoils no other', async () => {
  const id = 'ab'.repeat(16)
  await app.ctx.storage.put(`${id}.jpg`, Buffer.from('damaged'), 'image/jpeg')
  await app.db
    .insertInto('pictures')
    .values({ id, width: 960, height: 1200, placeholder: '#aabbcc' })
    .execute()
  const broken = await createDeal(app.ctx, { cardPictureId: id })
  const whole = await createDeal(app.ctx, { salePriceCents: 888 })
  const [failed, drawn] = await Promise.all([ask(broken.id), ask(whole.id)])
  expect([failed?.statusCode, failed?.headers['retry-after']]).toEqual([
    503,
    expect.stringMatching(/^3[0-4]$/),
  ])
  expect(drawn?.statusCode).toBe(200)
  await app.ctx.storage.put(`${id}.jpg`, await sharp(drawn?.rawPayload).toBuffer(), 'image/jpeg')
  expect((await ask(broken.id)).statusCode).toBe(200)
})
