import { describe, expect, test } from 'vitest'
import { addTestimonials } from '#app/marketing/server/marketing.ts'
import { announce } from '#app/server/live.ts'
import { formatShortPrice } from '#app/shared/money.ts'
import { offer } from '#app/shared/offer.ts'
import { createDeal, createMember, createPerson } from '#test/support/factories.ts'
import { ANNUAL_CENTS } from '#test/support/offer.ts'
import { useTestApp } from '#test/support/test-app.ts'

const VIDEO_URL = 'https://player.vimeo.com/video/76979871'
const strict = useTestApp({ hasPages: true, environment: { SHOW_SAMPLE_CLAIMS: '0' } })
const demo = useTestApp({ hasPages: true, environment: { SHOW_SAMPLE_CLAIMS: '1', VIDEO_URL } })

const words = { pictureId: null, description: 'Said so.', location: 'Toronto' }
const testimonials = [
  {
    ...words,
    id: 'made-up',
    title: 'A made-up title',
    name: 'Nobody',
    isSample: true,
    position: 0,
  },
  { ...words, id: 'real', title: 'A real title', name: 'Somebody', isSample: false, position: 1 },
]

describe('what people say', () => {
  test('what we made up is shown only where samples are, with a word that says so', async () => {
    await addTestimonials(strict.ctx, testimonials)
    await addTestimonials(demo.ctx, testimonials)

    const { body: honest } = await strict.inject({ url: '/' })
    expect(honest).toContain('A real title')
    expect(honest).not.toContain('A made-up title')
    expect(honest).not.toContain('>Example<')
    expect((await strict.inject({ url: '/api/front-page' })).body).not.toContain('made-up')

    const { body } = await demo.inject({ url: '/' })
    const madeUp = body.slice(body.indexOf('A made-up title'), body.indexOf('Nobody'))
    expect(madeUp).toContain('>Example<')
    const real = body.slice(body.indexOf('A real title'), body.indexOf('Somebody'))
    expect(real).not.toContain('>Example<')
  })

  test('two are repeated until six stand in the row, and repeats are for the eye alone', async () => {
    const { body } = await demo.inject({ url: '/' })
    const row = body.slice(body.indexOf('What members say'), body.indexOf('How it Works'))
    expect(row.match(/class="quote"/g)).toHaveLength(6)
    expect(row.match(/aria-hidden="true"[^>]*><figure|aria-hidden="true"><figure/g)).toHaveLength(4)
  })

  test('the same one twice is one', async () => {
    await addTestimonials(demo.ctx, testimonials)
    const { testimonials: all } = (await demo.inject({ url: '/api/front-page' })).json()
    expect(all.map(({ id }: { id: string }) => id)).toEqual(['made-up', 'real'])
  })
})

test('a brand’s drawn name is shown while the feed has a deal of it', async () => {
  await createDeal(strict.ctx, { brandName: 'Kasumori' })
  await createDeal(strict.ctx, { brandName: 'Sølvane', isPublished: false })
  await createDeal(strict.ctx, { brandName: 'Not Drawn' })
  await strict.db.transaction().execute((trx) => announce(trx, 'deals'))
  const brands = async () => (await strict.inject({ url: '/api/front-page' })).json().brands
  await expect.poll(brands).toEqual(['Kasumori'])
  const { body } = await demo.inject({ url: '/' })
  expect(body).not.toContain('Brands in the feed')
})

test('the carousel of deals shows few of them five times over, and of many the first ten', async () => {
  const slides = async () => {
    const { body } = await strict.inject({ url: '/' })
    const row = body.slice(body.indexOf('aria-label="Deals from the feed"'))
    const all =
      row.slice(0, row.indexOf('</section>')).match(/<div[^>]*class="carousel-slide"[^>]*>/g) ?? []
    return { all: all.length, repeats: all.filter((each) => each.includes('aria-hidden')).length }
  }
  const show = async (many: number) => {
    for (let deal = 0; deal < many; deal += 1) await createDeal(strict.ctx, { showInSplash: true })
    await strict.db.transaction().execute((trx) => announce(trx, 'deals'))
  }
  await show(2)
  await expect.poll(slides).toEqual({ all: 5, repeats: 3 })
  await show(10)
  await expect.poll(slides).toEqual({ all: 10, repeats: 0 })
})

describe('the film', () => {
  test('is not there when none is configured, and no frame is allowed', async () => {
    const { body, headers } = await strict.inject({ url: '/' })
    expect(body).not.toMatch(/film/i)
    expect(headers['content-security-policy']).not.toContain('frame-src')
  })

  test('is a poster of our own until it is asked for, and its host alone may fill a frame', async () => {
    const { body, headers } = await demo.inject({ url: '/' })
    expect(body).toContain('Play the film')
    expect(body).not.toContain('<iframe')
    expect(headers['content-security-policy']).toContain('; frame-src https://player.vimeo.com;')
    expect((await demo.inject({ url: '/privacy-policy' })).body).toContain(
      'The film on our front page',
    )
    expect((await strict.inject({ url: '/privacy-policy' })).body).not.toContain('film')
  })
})

describe('the pages that sell', () => {
  const pages = ['/get-access', '/start-saving']

  test.each(pages)('%s says what it costs from the one offer, and leads on', async (url) => {
    const { body, statusCode } = await demo.inject({ url })
    expect(statusCode).toBe(200)
    const text = body.replace(/&#x27;/g, "'")
    const waysIn = text.match(/<a[^>]*href="\/join-now"[^>]*>Start [^<]*</gi) ?? []
    expect(waysIn.map((way) => way.replace(/<[^>]*>|</g, ''))).toEqual([
      'Start Your Free Trial',
      'Start Your Free Trial',
    ])
    expect(text).toContain(
      `${offer.trialDays} days free, then ${formatShortPrice(ANNUAL_CENTS / 100)} a year. Cancel any time in your account.`,
    )
    expect(text.replace(/<[^>]*>/g, '')).toContain(
      `${formatShortPrice(ANNUAL_CENTS / 100)}/year for $500 in savings`,
    )
    expect(text).toMatch(/href="\/daily-deals"[^>]*>Check Out Today's Secret Designer Drops</)
    expect((await strict.inject({ url })).body).not.toContain('$500')
  })

  test.each(pages)('%s takes members on to their deals, and nobody else', async (url) => {
    const member = await createMember(demo.ctx)
    expect((await demo.as(member).inject({ url })).headers.location).toBe('/daily-deals')
    const person = await createPerson(demo.ctx)
    expect((await demo.as(person).inject({ url })).statusCode).toBe(200)
  })

  test('they open with words of their own', async () => {
    const [one, two] = await Promise.all(pages.map((url) => demo.inject({ url })))
    const opening = (body = '') => /<h1[^>]*>(.*?)<\/h1>/.exec(body)?.[1]
    expect(opening(one?.body)).not.toBe(opening(two?.body))
  })
})
