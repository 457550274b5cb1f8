import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { mailTemplates } from '#app/mails.ts'
import { renderLetter } from '#app/server/mail/layout.ts'
import { demoClub } from '#app/shared/site.ts'
import { CLUB } from '#test/support/club.ts'
import { useTestApp } from '#test/support/test-app.ts'

const demo = useTestApp({ hasPages: true })
const app = useTestApp({ hasPages: true, environment: CLUB })

const PAGES = [
  '/',
  '/join-now',
  '/daily-deals',
  '/sign-in',
  '/terms',
  '/privacy-policy',
  '/nowhere',
]
const read = async (url: string, from = app) =>
  (await from.inject({ url, headers: { accept: 'text/html' } })).body.replaceAll('&#x27;', "'")

test('every page says at its foot who runs the club, as the settings have it, and nothing of the demo’s', async () => {
  for (const url of PAGES) {
    const body = await read(url)
    for (const words of ['Maison Rail Inc.', 'NS 4471023', '12 Front Street', 'help@maison-rail']) {
      expect(body.slice(body.indexOf('<footer')), url).toContain(words)
    }
    expect(body, url).toMatch(/<title>[^<]*Maison Rail[^<]*<\/title>/)
    expect(body, url).not.toMatch(/Nouveau|nouveaudesigner|DEMO 000000|Example Street/)
  }
})

test('terms and policy name the company, how it is reached, the law, and their own dates', async () => {
  const terms = await read('/terms')
  const policy = await read('/privacy-policy')
  for (const text of [terms, policy]) {
    const main = text.slice(text.indexOf('<main'), text.indexOf('</main>'))
    expect(main).toContain('Maison Rail Inc., register number NS 4471023, 12 Front Street, Halifax')
    expect(main).toContain('mailto:help@maison-rail.example')
  }
  expect(terms).toContain('Effective October 1, 2026')
  expect(terms).toContain('governed by the law of Nova Scotia, Canada')
  expect(policy).toContain('Effective September 1, 2026')
})

test('where nothing is set it is plainly a demo’s', async () => {
  const terms = await read('/terms', demo)
  expect(terms).toContain('(not a real company)')
  expect(terms).toContain('Effective January 7, 2025')
})

test('it is called so where somebody installs it', async () => {
  const manifest = (await app.inject({ url: '/manifest.webmanifest' })).json()
  expect(manifest).toMatchObject({
    name: 'Maison Rail',
    short_name: 'Maison',
    start_url: '/daily-deals',
  })
  for (const { src } of manifest.icons) {
    expect((await app.inject({ url: src })).headers['content-type']).toBe('image/png')
  }
})

test('every mail ends with who sends it and how to answer', async () => {
  const letter = await mailTemplates.welcome?.(app.ctx, {
    id: 'id',
    template: 'welcome',
    to: 'reader@people.test',
    data: {},
    createdAt: new Date(),
  } as never)
  if (!letter) throw new Error('no letter')
  const { publicUrl } = app.ctx.config.http
  const { html, text } = renderLetter(letter, { publicUrl, club: app.ctx.config.club })
  for (const mail of [html, text]) {
    expect(mail).toContain('Maison Rail Inc. · NS 4471023 · 12 Front Street, Halifax')
    expect(mail).toContain('help@maison-rail.example')
    expect(mail).not.toMatch(/Nouveau|nouveaudesigner/)
  }
})

test('who we are is written down once', () => {
  const once = [demoClub.supportEmail, demoClub.company, demoClub.registerNumber]
  const repeats = globSync('{src,sandbox,scripts}/**/*.{ts,tsx}')
    .filter((file) => !file.includes('.test.') && file !== 'src/shared/site.ts')
    .filter((file) => {
      const source = readFileSync(file, 'utf8')
      return once.some((fact) => source.includes(fact))
    })
  expect(repeats).toEqual([])
  // A value that does not come from the configuration would be the demo's in production.
  const readers = globSync('src/**/*.{ts,tsx}').filter(
    (file) => !file.includes('.test.') && /\bdemoClub\b/.test(readFileSync(file, 'utf8')),
  )
  expect(readers.toSorted()).toEqual([
    // Reports which values are still the demo's.
    'src/admin/server/operations/setup.ts',
    'src/server/config/club.ts',
    'src/shared/site.ts',
    'src/web/site-settings.ts',
  ])
})
