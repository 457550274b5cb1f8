import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  CONFIRM_EMAIL_MS,
  EMAIL_CHANGE_KEPT_MS,
  RESET_LINK_MS,
  SESSION_IDLE_MS,
  STOP_EMAIL_CHANGE_MS,
} from '#app/accounts/accounts.facts.ts'
import { ADMIN_LONGEST_MS } from '#app/admin/admin.facts.ts'
import { COOKIES, KEPT_IN_BROWSER, legal } from '#app/marketing/legal.ts'
import {
  AD_CLICK_IDS_KEPT_MS,
  CHECKOUT_LINK_KEPT_MS,
  CHECKOUT_LINK_MS,
  UNPAID_CHECKOUT_KEPT_MS,
  WEBHOOK_EVENT_KEPT_MS,
} from '#app/membership/membership.facts.ts'
import { ratesOf } from '#app/membership/web/join/all-plans.copy.ts'
import { offerInWords } from '#app/membership/web/join/offer.copy.ts'
import { COOKIE_NAMES, STORAGE_KEYS } from '#app/shared/browser-data.ts'
import { spellNumber } from '#app/shared/counts.ts'
import { DAY_MS, MINUTE_MS } from '#app/shared/dates.ts'
import { FREE_DEALS_A_DAY } from '#app/shared/free-account.ts'
import { LATER_VERSIONS, legalVersions } from '#app/shared/legal-versions.ts'
import { offer } from '#app/shared/offer.ts'
import {
  CONSENT_KEPT_MS,
  DEVICE_IDLE_MS,
  MAIL_KEPT_MS,
  SESSION_LONGEST_MS,
} from '#app/shared/retention.ts'
import { STORED_EVENTS } from '#app/tracking/tracking.contract.ts'
import {
  AD_COOKIE_MS,
  EVENT_KEPT_MS,
  MARKETING_EVENT_KEPT_MS,
} from '#app/tracking/tracking.facts.ts'
import { createPerson } from '#test/support/factories.ts'
import { BOTH_PLANS } from '#test/support/offer.ts'
import { useTestApp } from '#test/support/test-app.ts'

const app = useTestApp({ hasPages: true })

/** Returns the visible text of a page. */
async function textOf(url: string): Promise<string> {
  const { body } = await app.inject({ url })
  const main = body.slice(body.indexOf('<main'), body.indexOf('</main>'))
  return main
    .replace(/<[^>]+>/g, ' ')
    .replace(/&#x27;/g, "'")
    .replace(/\s+/g, ' ')
}

const sources = globSync('src/**/*.{ts,tsx}')
  .filter((file) => !file.includes('.test.'))
  .map((file) => ({ file, source: readFileSync(file, 'utf8') }))

/** Returns the files that set a cookie whose name is not typed as one of the list. */
const cookieSettersWithoutName = (among: typeof sources) =>
  among
    .filter(({ source }) => /\.setCookie\(|document\.cookie = /.test(source))
    .filter(({ source }) => !/\bcookieName\(|shared\/browser-data\.ts/.test(source))
    .map(({ file }) => file)

describe('the privacy policy', () => {
  test('names every cookie that is set, and none that is not', () => {
    expect(COOKIES.map(({ name }) => name).toSorted()).toEqual(COOKIE_NAMES.toSorted())
    expect(cookieSettersWithoutName(sources)).toEqual([])
    for (const name of COOKIE_NAMES) {
      const users = sources.filter(({ source }) => source.includes(`'${name}'`))
      expect(users.length, name).toBeGreaterThan(1)
    }
  })

  test('a cookie that is set by a name of its own is found', () => {
    for (const source of ["reply.setCookie('mine', 'a')", "document.cookie = 'mine=a'"]) {
      expect(cookieSettersWithoutName([{ file: 'planted.ts', source }])).toEqual(['planted.ts'])
    }
  })

  test('names everything that a visitor’s browser keeps for us', () => {
    // The router's own storage, which keeps the scroll position.
    expect(sources.some(({ source }) => source.includes('<ScrollRestoration'))).toBe(true)
    // The caches of the service worker, by the names in its own file.
    const worker = readFileSync('public/sw.js', 'utf8')
    const caches = [...worker.matchAll(/caches\.open\(CACHES\.(\w+)\)/g)].map(([, name]) => name)
    const kept = [...STORAGE_KEYS, 'react-router-scroll-positions', ...new Set(caches)]
    const listed = KEPT_IN_BROWSER.flatMap(({ name }) => name.split(', '))
    expect(listed.toSorted()).toEqual(kept.toSorted())
    // The type of the first allows no other name; the second keeps sheets, for our own staff only.
    const keepers = sources.filter(({ source }) =>
      /\b(local|session)Storage\b|indexedDB|idb-keyval/.test(source),
    )
    expect(keepers.map(({ file }) => file)).toEqual([
      'src/web/browser-storage.ts',
      'src/web/kept-files.ts',
    ])
  })

  test('says for how long, as the code has it', async () => {
    const text = await textOf('/privacy-policy')
    const days = (ms: number) => `${ms / DAY_MS} days`
    expect(text).toContain(
      `until ${days(SESSION_IDLE_MS)} after you last came, and never more than ${days(SESSION_LONGEST_MS)}`,
    )
    expect(text).toContain(`${days(SESSION_IDLE_MS)} without a visit, ${days(SESSION_LONGEST_MS)}`)
    expect(text).toContain(`until ${days(DEVICE_IDLE_MS)} after the last time`)
    expect(text).toContain(`A change of your address: ${days(EMAIL_CHANGE_KEPT_MS)}`)
    expect(text).toContain(
      `works for ${CONFIRM_EMAIL_MS / MINUTE_MS} minutes, the one that stops it or takes it back for ${days(STOP_EMAIL_CHANGE_MS)}`,
    )
    expect(RESET_LINK_MS).toBe(CHECKOUT_LINK_MS)
    expect(text).toContain(`they work for ${RESET_LINK_MS / MINUTE_MS} minutes and once`)
    expect(text).toContain(`a link that finishes an account after ${days(CHECKOUT_LINK_KEPT_MS)}`)
    expect(text).toContain(`${ADMIN_LONGEST_MS / MINUTE_MS / 60} hours at most`)
    expect(text).toContain(`What happens on our pages: ${days(EVENT_KEPT_MS)}`)
    expect(text).toContain(`never made: ${days(UNPAID_CHECKOUT_KEPT_MS)}`)
    expect(text).toContain(`provider reports to us: ${days(WEBHOOK_EVENT_KEPT_MS)}`)
    expect(text).toContain(`Mails: ${days(MAIL_KEPT_MS)}`)
  })

  test('speaks of marketing that measures where somebody is asked about it, and only there', async () => {
    const plain = await app.inject({ url: '/privacy-policy' })
    const measuring = await app.another({
      hasPages: true,
      environment: { TAG_MANAGER_ID: 'GTM-TEST1' },
    })
    const asked = await measuring.inject({ url: '/privacy-policy' })
    await measuring.close()
    const words = [
      '_fbp',
      '_fbc',
      'id="your-choices"',
      'Privacy choices',
      'never more than 8 days',
      'What we note beside a payment',
    ]
    for (const word of words) {
      expect(plain.body, word).not.toContain(word)
      expect(asked.body, word).toContain(word)
    }
    for (const word of ['_gcl', 'for-tags', 'not ours']) {
      expect(plain.body, word).not.toContain(word)
      expect(asked.body, word).toContain(word)
    }
    expect(asked.body).not.toContain('None follows you to other sites')
    for (const { name } of COOKIES) expect(asked.body).toContain(`<code>${name}</code>`)
    expect(AD_CLICK_IDS_KEPT_MS).toBe(8 * DAY_MS)
    expect(asked.body).toContain(
      `random name of your choice: ${MARKETING_EVENT_KEPT_MS / DAY_MS} days`,
    )
    const { life } = COOKIES.find(({ name }) => name === 'consent') ?? {}
    expect(life).toBe(`${CONSENT_KEPT_MS / DAY_MS} days`)
    const { life: ours = '' } = COOKIES.find(({ name }) => name === '_fbp') ?? {}
    expect(ours).toContain(`${AD_COOKIE_MS / DAY_MS} days`)
  })

  test('counts what is noted on pages', async () => {
    const counted = ['none', 'One', 'Two', 'Three', 'Four', 'Five'][STORED_EVENTS.length]
    expect(await textOf('/privacy-policy')).toContain(`${counted} things are noted`)
  })
})

describe('the terms', () => {
  test('say the one offer', async () => {
    const text = await textOf('/terms')
    expect(text).toContain(
      `Membership costs ${ratesOf(offerInWords({ plans: BOTH_PLANS, sale: null }))}, in US dollars`,
    )
    expect(text).toContain(`begins with ${offer.trialDays} free days`)
    expect(text).toContain(offer.guarantee)
    expect(text).toMatch(/delete your account there. That ends a membership .* at once/)
    expect(text).toMatch(/gives up the guarantee/)
    expect(text).toContain(`up to ${spellNumber(FREE_DEALS_A_DAY)} deals a day`)
    expect(text).not.toMatch(/lifetime/i)
  })

  test('say that everything is bought at the retailers', async () => {
    expect(await textOf('/terms')).toContain(
      'We sell no clothes. We take no order, hold no stock and send no parcel.',
    )
  })

  test('say a sale while it runs, and only then', async () => {
    expect(await textOf('/terms')).not.toContain('the first year costs')
    const today = '2027-11-28'
    app.setNow(new Date(`${today}T15:00:00Z`))
    await app.db
      .insertInto('sales')
      .values({ id: 'sale', priceCents: 6700, firstDay: '2027-11-27', lastDay: '2027-11-30' })
      .execute()
    expect(await textOf('/terms')).toContain('Until November 30 the first year costs $67.')
  })
})

test.each(['/privacy-policy', '/terms'])(
  '%s: date, age, contents, and found from every page',
  async (url) => {
    const { body, statusCode } = await app.inject({ url })
    expect(statusCode).toBe(200)
    expect(body).toContain('Effective January 7, 2025')
    expect(legal.ageMinimum).toBe(13)
    expect(await textOf(url)).toContain(`${legal.ageMinimum} years`)
    const asked = [...body.matchAll(/href="#([\w-]+)"/g)].map(([, id]) => id)
    expect(asked.length).toBeGreaterThan(6)
    for (const id of asked) expect(body).toContain(`id="${id}"`)
    for (const other of ['/', '/sign-in', '/daily-deals', '/nothing-here']) {
      expect((await app.inject({ url: other, headers: { accept: 'text/html' } })).body).toContain(
        `href="${url}"`,
      )
    }
  },
)

/**
 * Hashes of every version of the terms and the policy, with the demo's settings. People have accepted them: a change
 * is not recorded here, but needs a new version, as `docs/recipes.md` says.
 */
const WORDS_OF: Record<string, string> = {
  'terms 1': '61ca5fad4257c1a3',
  'policy 1': 'ab9ce5d4e641282c',
  'policy 1, where marketing is measured': '13a8d464baef435f',
}

describe('the words that people have accepted', () => {
  /** Returns the text of a version without the list of versions at its end. */
  function wordsOf(body: string): string {
    const main = body.slice(body.indexOf('class="legal-text"'), body.indexOf('</main>'))
    const sections = main.split('<section ').filter((each) => !each.includes('id="versions"'))
    const text = sections
      .slice(1)
      .join(' ')
      .replace(/<[^>]*>/g, ' ')
    return createHash('sha256').update(text.replace(/\s+/g, ' ')).digest('hex').slice(0, 16)
  }

  test('stay as they are: another word is another version', async () => {
    const measuring = await app.another({
      hasPages: true,
      environment: { TAG_MANAGER_ID: 'GTM-TEST1' },
    })
    // No sale is running.
    app.setNow(new Date('2026-11-20T15:00:00Z'))
    const { club } = app.ctx.config
    const words: Record<string, string> = {}
    const read = async (key: string, url: string, from: Pick<typeof app, 'inject'> = app) => {
      words[key] = wordsOf((await from.inject({ url })).body)
    }
    for (const { version } of legalVersions('terms', club)) {
      await read(`terms ${version}`, `/terms?version=${version}`)
    }
    for (const { version } of legalVersions('policy', club)) {
      const url = `/privacy-policy?version=${version}`
      await read(`policy ${version}`, url)
      await read(`policy ${version}, where marketing is measured`, url, measuring)
    }
    await measuring.close()
    expect(words).toEqual(WORDS_OF)
    expect(new Set(Object.values(words)).size).toBe(Object.keys(words).length)
  })

  test('are compared with a version before; who is here is asked on a page of theirs, without scripts too', async () => {
    Object.assign(LATER_VERSIONS, { terms: ['2026-12-24'] })
    app.setNow(new Date('2026-11-20T15:00:00Z'))
    const person = await createPerson(app.ctx)
    const compared = '/terms?version=2&amp;since=1'
    expect((await app.inject({ url: '/terms' })).body).toContain(`href="${compared}"`)
    const changes = await app.inject({ url: compared.replace('&amp;', '&') })
    expect(changes.body).toContain('Its words are those of version 1.')
    const url = '/account/settings'
    const page = await app.as(person).inject({ url })
    expect(page.body).toContain('Version 2 holds from December 24, 2026.')
    expect(page.body).toContain(`href="${compared}"`)
    const sent = await app.as(person).inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'intent=terms&document=terms&version=2&answer=accept',
    })
    expect(sent.body).toContain('Version 2 accepted on November 20, 2026')
    Object.assign(LATER_VERSIONS, { terms: [] })
  })

  test('have a page for each version, found from the one that holds', async () => {
    for (const url of ['/terms', '/privacy-policy']) {
      const present = await app.inject({ url })
      expect(present.body).toContain('Effective January 7, 2025 · Version 1')
      expect(present.body).toContain(`href="${url}?version=1"`)
      const first = await app.inject({ url: `${url}?version=1` })
      expect(wordsOf(first.body)).toBe(wordsOf(present.body))
      const none = await app.inject({ url: `${url}?version=7` })
      expect(none.body).toContain('There is no version 7: this is the one that holds.')
      expect(wordsOf(none.body)).toBe(wordsOf(present.body))
    }
  })
})
