import { describe, expect, test } from 'vitest'
import { CLUB } from '#test/support/club.ts'
import { readConfig } from './config.ts'
import { saysNothingOfTls } from './shapes.ts'

/** The lines of the error message, without the heading. */
function complaintsAbout(environment: Record<string, string>): string[] {
  try {
    readConfig(environment)
  } catch (error) {
    return (error as Error).message
      .split('\n')
      .slice(1)
      .map((line) => line.trim())
  }
  return []
}

const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://club.example',
  DATABASE_URL: 'postgres://db/club',
  STRIPE_SECRET_KEY: 'sk_live_abc',
  STRIPE_WEBHOOK_SECRET: 'whsec_abc',
  SMTP_URL: 'smtps://mail.example',
  MAIL_FROM: 'Club <club@club.example>',
  ADMIN_PASSWORD: 'a-long-one',
  ...CLUB,
}
const s3 = {
  S3_ENDPOINT: 'https://s3.example',
  S3_BUCKET: 'b',
  S3_REGION: 'r',
  S3_ACCESS_KEY_ID: 'k',
  S3_SECRET_ACCESS_KEY: 's',
}

describe('with nothing set', () => {
  test('the server is a demo on this machine', () => {
    expect(readConfig({})).toMatchObject({
      isProduction: false,
      isDemo: true,
      http: {
        host: '127.0.0.1',
        port: 3000,
        publicUrl: 'http://localhost:3000',
        trustedProxies: 0,
      },
      log: { level: 'info' },
      database: { url: undefined },
      pictures: { cdnUrl: undefined, s3: undefined },
      retailerStandInUrl: 'http://localhost:3000/sandbox/retailers',
      showSampleClaims: true,
      adminPassword: undefined,
      devTools: false,
    })
  })

  test('an empty variable is one that is not set', () => {
    const names = ['PORT', 'PUBLIC_URL', 'DATABASE_URL', 'DEMO', 'S3_BUCKET', 'TRUST_PROXY']
    expect(readConfig(Object.fromEntries(names.map((name) => [name, ''])))).toEqual(readConfig({}))
  })

  test('the public address follows the port', () => {
    expect(readConfig({ PORT: '8080' }).http.publicUrl).toBe('http://localhost:8080')
  })
})

describe('with something wrong', () => {
  test('a place to listen that is none is named', () => {
    for (const HOST of ['256.1.1.1', 'a b', 'club:3000']) {
      expect(complaintsAbout({ HOST })).toEqual(['HOST is not a name or address of a machine'])
    }
    for (const HOST of ['0.0.0.0', '::', '::1', 'localhost', 'club-1.internal']) {
      expect(complaintsAbout({ HOST })).toEqual([])
    }
  })

  test.each([
    'PORT',
    'METRICS_PORT',
    'TRUST_PROXY',
    'GUARANTEE_ALARM_CENTS',
    'OTEL_TRACES_SAMPLER_ARG',
  ])('%s of white space alone is no number, and not nought', (name) => {
    for (const blank of [' ', '\t ']) {
      expect(complaintsAbout({ [name]: blank })).toEqual([
        expect.stringMatching(new RegExp(`^${name} is not a`)),
      ])
    }
  })

  const secret = 'CaNaRy'
  const wrong = {
    NODE_ENV: `${secret}1`,
    PORT: `${secret}2`,
    PUBLIC_URL: `https://user:${secret}3@club.example`,
    DATABASE_URL: `mysql://user:${secret}4@db/club`,
    DEMO: `${secret}5`,
    TRUST_PROXY: `${secret}6`,
    LOG_LEVEL: `${secret}7`,
    IMAGE_CDN_URL: `https://cdn.example/${secret}8`,
    S3_ENDPOINT: `ftp://${secret}9`,
    SHOW_SAMPLE_CLAIMS: `${secret}10`,
    STRIPE_SECRET_KEY: `pk_live_${secret}11`,
    STRIPE_WEBHOOK_SECRET: `${secret}12`,
    STRIPE_PRICE_ANNUAL: `${secret}13`,
    STRIPE_API_BASE: `${secret}14`,
    SMTP_URL: `https://${secret}15`,
    MAIL_FROM: `${secret}16`,
  }

  test('everything is listed at once, and no value is repeated', () => {
    const complaints = complaintsAbout(wrong)
    for (const name of Object.keys(wrong)) {
      expect(
        complaints.filter((line) => line.startsWith(`${name} `)),
        name,
      ).toHaveLength(1)
    }
    expect(complaints.join()).toContain('S3_BUCKET is missing: all S3_ settings go together')
    expect(complaints.join()).not.toMatch(/canary/i)
  })

  test.each([
    ['PORT', ['70000', '-1', '80.5', 'http']],
    [
      'PUBLIC_URL',
      ['club.example', 'ftp://club.example', 'https://localhost/shop', 'https://localhost?a'],
    ],
    ['DATABASE_URL', ['club', 'mysql://db/club', 'https://db']],
    ['DEMO', ['yes', 'true', '2']],
    ['TRUST_PROXY', ['-1', '9', '1.5', 'true']],
    ['LOG_LEVEL', ['loud', 'INFO']],
    ['STRIPE_WEBHOOK_SECRET', ['whsec_', 'whsec_...', 'whsec_a b', 'whsec_a,', 'sk_test_a']],
    ['STRIPE_API_BASE', ['127.0.0.1:1', 'http://127.0.0.1:1/v1']],
    ['MAIL_FROM', ['nobody', 'Club <a@b.example>\r\nBcc: c@d.example']],
  ])('%s is refused when it makes no sense', (name, values) => {
    for (const value of values) {
      expect(complaintsAbout({ [name]: value }), value).toEqual([
        expect.stringContaining(`${name} `),
      ])
    }
  })

  test.each([
    ['DATABASE_CONNECTIONS', ['2', '1001', 'ten', '4.5'], 'connections from 4 to 1000'],
    ['CLUSTER_WORKERS', ['0', '65'], 'workers from 1 to 64'],
    ['TRUST_PROXY', ['-1', '9'], 'proxies from 0 to 8'],
    ['CONNECTIONS_PER_NETWORK', ['9', 'many'], 'connections, 10 at least'],
    ['PROXY_CACHE_SECONDS', ['-1', '0.5'], 'seconds from 0 to 60'],
  ])('%s says which numbers it takes', (name, values, bounds) => {
    for (const value of values) {
      const complaints = complaintsAbout({ TRUST_PROXY: '1', [name]: value })
      expect(complaints, value).toEqual([`${name} is not a number of ${bounds}`])
    }
  })

  test.each([
    ['LOG_LEVEL', 'INFO', 'debug, info, warn, error, silent'],
    ['NODE_ENV', 'live', 'development, test, production'],
  ])('%s says which words it takes', (name, value, words) => {
    expect(complaintsAbout({ [name]: value })).toEqual([`${name} is none of ${words}`])
  })

  test.each(Object.keys(s3))('the bucket needs %s too', (name) => {
    expect(complaintsAbout({ ...s3, [name]: '' })).toEqual([
      `${name} is missing: all S3_ settings go together`,
    ])
  })
})

describe('in production', () => {
  test('nothing is a demo and nothing is played', () => {
    expect(readConfig({ ...production, ...s3 })).toMatchObject({
      isProduction: true,
      isDemo: false,
      showSampleClaims: false,
      retailerStandInUrl: undefined,
      http: { publicUrl: 'https://club.example' },
      pictures: { s3: { bucket: 'b' } },
    })
  })

  test('the demo is refused, whose passwords everybody knows', () => {
    expect(complaintsAbout({ ...production, DEMO: '1' })).toEqual([expect.stringMatching(/^DEMO /)])
  })

  test('the back office has a password, which is no short one', () => {
    // Whether it is needed depends on the database: once there is an owner it is not.
    expect(complaintsAbout({ ...production, ADMIN_PASSWORD: '' })).toEqual([])
    expect(complaintsAbout({ ...production, ADMIN_PASSWORD: '1234567' })).toEqual([
      'ADMIN_PASSWORD has fewer than 8 characters',
    ])
    expect(readConfig(production).adminPassword).toBe('a-long-one')
  })

  test('the developer tools are refused', () => {
    const wish = { ...production, DEV_TOOLS: '1' }
    expect(complaintsAbout(wish)).toContain('DEV_TOOLS cannot be 1 in production')
    expect(complaintsAbout({ ...wish, STRIPE_SECRET_KEY: 'sk_test_abc' })).toEqual([
      'DEV_TOOLS cannot be 1 in production',
    ])
    expect(readConfig(production).devTools).toBe(false)
  })

  test('cookies may not travel in the clear, except on this machine', () => {
    expect(complaintsAbout({ ...production, PUBLIC_URL: 'http://club.example' })).toEqual([
      expect.stringMatching(/^PUBLIC_URL must be https/),
    ])
    expect(readConfig({ ...production, PUBLIC_URL: 'http://localhost:3000' }).isProduction).toBe(
      true,
    )
  })

  test('the public address has to be said', () => {
    expect(complaintsAbout({ ...production, PUBLIC_URL: '' })).toEqual([
      'PUBLIC_URL is required in production',
    ])
  })

  test('what is wrong with one setting is said together with what is missing', () => {
    expect(complaintsAbout({ ...production, PUBLIC_URL: '', DEMO: '1', PORT: 'x' })).toHaveLength(3)
  })

  test.each(['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'SMTP_URL', 'MAIL_FROM'])(
    'no stand-in plays the part of %s',
    (name) => {
      expect(complaintsAbout({ ...production, [name]: '' }).join()).toMatch(
        `${name} is required in production`,
      )
    },
  )
})

describe('production without a database server', () => {
  const embedded = { ...production, DATABASE_URL: '' }

  test('is not begun by leaving a setting out', () => {
    expect(complaintsAbout(embedded)).toEqual([
      expect.stringMatching(/^DATABASE_URL is required in production: EMBEDDED_IN_PRODUCTION=1 /),
    ])
  })

  test('runs when that is said to be meant, and not when both are said', () => {
    const meant = { ...embedded, EMBEDDED_IN_PRODUCTION: '1' }
    expect(readConfig(meant).database.url).toBeUndefined()
    expect(complaintsAbout({ ...production, EMBEDDED_IN_PRODUCTION: '1' })).toEqual([
      expect.stringMatching(/^EMBEDDED_IN_PRODUCTION cannot be 1 with a DATABASE_URL/),
    ])
  })
})

describe('a name that is nearly one of ours', () => {
  test.each([
    ['DATABSE_URL', 'DATABASE_URL'],
    ['DATABASE_ULR', 'DATABASE_URL'],
    ['DATABASEURL', 'DATABASE_URL'],
    ['database_url', 'DATABASE_URL'],
    ['DATADIR', 'DATA_DIR'],
    ['NODE_EVN', 'NODE_ENV'],
    ['SMTP_URI', 'SMTP_URL'],
    ['STRIPE_SECERT_KEY', 'STRIPE_SECRET_KEY'],
    ['ADMIN_PASWORD', 'ADMIN_PASSWORD'],
    ['TRUSTED_PROXY', 'TRUST_PROXY'],
  ])('(%s) stops the start and says which', (name, meant) => {
    expect(complaintsAbout({ [name]: 'CaNaRy' })).toEqual([
      `${name} is not a setting: is ${meant} meant?`,
    ])
  })

  test('is not what any machine has in its environment', () => {
    const names =
      'HOME HOSTNAME LOGNAME MAIL PATH PWD SHELL TERM USER LANG LC_ALL TMPDIR EDITOR DISPLAY NODE_PATH NODE_OPTIONS PGDATA PGHOST PGDATABASE npm_config_cache XDG_DATA_DIRS XDG_DATA_HOME S3_URL STRIPE_API_KEY DOCKER_HOST HTTP_PROXY HTTPS_PROXY NO_PROXY PUBLIC_IP KUBERNETES_PORT KUBERNETES_SERVICE_HOST LOG_FILE'
    expect(
      complaintsAbout(Object.fromEntries(names.split(' ').map((name) => [name, 'x']))),
    ).toEqual([])
  })
})

test('what plays the outside world is not opened to it by calling the server a test', () => {
  const test = { NODE_ENV: 'test', PUBLIC_URL: 'https://club.example' }
  expect(readConfig(test).http.publicUrl).toBe('https://club.example')
  expect(() => readConfig(test, { isServing: true })).toThrow(
    'NODE_ENV must be production when PUBLIC_URL is not this machine',
  )
  const here = { NODE_ENV: 'test', PUBLIC_URL: 'http://localhost:4000' }
  expect(readConfig(here, { isServing: true }).isProduction).toBe(false)
})

test('what only plays the outside world is not opened to it', () => {
  expect(complaintsAbout({ PUBLIC_URL: 'https://club.example' })).toEqual([
    'NODE_ENV must be production when PUBLIC_URL is not this machine',
  ])
  for (const here of ['http://127.0.0.1:4000', 'https://localhost', 'http://club.localhost:3000']) {
    expect(readConfig({ PUBLIC_URL: here }).http.publicUrl).toBe(here)
  }
})

describe('on this machine', () => {
  test('the administrator’s password may be short, but not one that nobody can type', () => {
    expect(readConfig({ ADMIN_PASSWORD: 'abc' }).adminPassword).toBe('abc')
    for (const wrong of [' abc', 'abc\n', '\t', 'x'.repeat(257)]) {
      expect(complaintsAbout({ ADMIN_PASSWORD: wrong }), wrong).toEqual([
        expect.stringMatching(/^ADMIN_PASSWORD (begins or ends|is longer)/),
      ])
    }
  })

  test('the developer tools work with test payments only', () => {
    const live = { STRIPE_SECRET_KEY: 'sk_live_abc', STRIPE_WEBHOOK_SECRET: 'whsec_abc' }
    const test = { ...live, STRIPE_SECRET_KEY: 'sk_test_abc' }
    expect(readConfig({ DEV_TOOLS: '1' }).devTools).toBe(true)
    expect(readConfig({ ...test, DEV_TOOLS: '1' }).devTools).toBe(true)
    expect(complaintsAbout({ ...live, DEV_TOOLS: '1' })).toContainEqual(
      expect.stringMatching(/^DEV_TOOLS cannot be 1 with a live STRIPE_SECRET_KEY/),
    )
  })
})

describe('the keys of the payment provider', () => {
  const keys = { STRIPE_SECRET_KEY: 'sk_test_abc', STRIPE_WEBHOOK_SECRET: 'whsec_abc' }

  test('are the sandbox’s on this machine when none are set', () => {
    expect(readConfig({ PORT: '8080' }).payments).toMatchObject({
      isSandbox: true,
      isLive: false,
      apiBase: 'http://127.0.0.1:8080',
    })
  })

  test('may be pasted with a line end, and replaced one by the other', () => {
    const pasted = { ...keys, STRIPE_WEBHOOK_SECRET: ' whsec_new, whsec_old\n' }
    expect(readConfig(pasted).payments).toMatchObject({
      isSandbox: false,
      webhookSecrets: ['whsec_new', 'whsec_old'],
      apiBase: undefined,
    })
  })

  test('are live by their name, and then everything is', () => {
    const live = { STRIPE_SECRET_KEY: 'rk_live_abc' }
    expect(readConfig({ ...production, ...live }).payments.isLive).toBe(true)
    expect(complaintsAbout({ ...keys, ...live })).toEqual([
      expect.stringMatching(/^NODE_ENV must be production with a live STRIPE_SECRET_KEY/),
    ])
  })

  test('do not work one without the other', () => {
    expect(complaintsAbout({ STRIPE_SECRET_KEY: 'sk_test_abc' })).toEqual([
      expect.stringMatching(/^STRIPE_WEBHOOK_SECRET is missing/),
    ])
  })
})

describe('the film', () => {
  test.each([
    'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ',
    'https://player.vimeo.com/video/76979871',
    'https://player.vimeo.com/video/76979871?h=8272103f6e',
  ])('%s is a player', (url) => {
    expect(readConfig({ VIDEO_URL: url }).videoUrl).toBe(url)
  })

  test.each([
    'https://www.youtube.com/embed/dQw4w9WgXcQ',
    'https://www.youtube-nocookie.com/watch?v=dQw4w9WgXcQ',
    'http://player.vimeo.com/video/76979871',
    'https://player.vimeo.com.evil.example/video/1',
    "https://player.vimeo.com/video/1; script-src 'unsafe-inline'",
    'javascript:alert(1)',
  ])('%s is none, and the start says so', (url) => {
    expect(complaintsAbout({ VIDEO_URL: url })).toEqual([
      'VIDEO_URL is not a player: https://www.youtube-nocookie.com/embed/... or https://player.vimeo.com/video/...',
    ])
  })

  test('unset means none', () => {
    expect(readConfig({ DEMO: '0' }).videoUrl).toBeUndefined()
    // The demo has a video of its own.
    expect(readConfig({}).videoUrl).toBe('/sandbox/film/film.webm')
  })
})

describe('what is sold', () => {
  test.each([
    ['nothing set', {}, { annual: 9700, monthly: 1200 }],
    ['no demo', { DEMO: '0' }, { annual: 9700 }],
    [
      'a monthly price',
      { DEMO: '0', MONTHLY_PRICE_CENTS: '1500' },
      { annual: 9700, monthly: 1500 },
    ],
    ['one for the demo', { MONTHLY_PRICE_CENTS: '900' }, { annual: 9700, monthly: 900 }],
    ['none, in the demo too', { MONTHLY_PRICE_CENTS: '0' }, { annual: 9700 }],
    ['production', production, { annual: 9700 }],
  ])('with %s', (_name, environment, prices) => {
    expect(readConfig(environment).prices).toEqual(prices)
  })

  test('twelve months are never cheaper than the year', () => {
    for (const cheap of ['1', '800', '808']) {
      expect(complaintsAbout({ MONTHLY_PRICE_CENTS: cheap })).toEqual([
        'MONTHLY_PRICE_CENTS has to be 809 or more: over a year the monthly plan must cost more than the annual one, which costs 9700 cents',
      ])
    }
    expect(readConfig({ MONTHLY_PRICE_CENTS: '809' }).prices.monthly).toBe(809)
  })

  test.each(['$12', '12.00', '-1200', 'twelve', '1000000'])('%s is no price', (price) => {
    expect(complaintsAbout({ MONTHLY_PRICE_CENTS: price })).toEqual([
      expect.stringContaining('MONTHLY_PRICE_CENTS '),
    ])
  })
})

describe('who we are', () => {
  test('is the demo’s where nothing is set, and the wordmark follows the name', () => {
    expect(readConfig({}).club).toMatchObject({
      name: 'Nouveau Designer Club',
      shortName: 'Nouveau',
    })
    expect(readConfig(CLUB).club).toMatchObject({
      shortName: 'Maison',
      company: 'Maison Rail Inc.',
    })
    expect(readConfig({ ...CLUB, CLUB_SHORT_NAME: 'Rail' }).club.shortName).toBe('Rail')
    expect(readConfig(CLUB).mail.from).toBe('Maison Rail <help@maison-rail.example>')
  })

  test('is asked for in production, in one line that names what is missing', () => {
    const without = (...names: string[]) =>
      complaintsAbout({ ...production, ...Object.fromEntries(names.map((name) => [name, ''])) })
    expect(without(...Object.keys(CLUB))).toEqual([
      `${Object.keys(CLUB).join(', ')} are required in production: pages and mails say who stands behind the club`,
    ])
    for (const name of Object.keys(CLUB)) {
      expect(without(name)).toEqual([expect.stringMatching(`^${name} is required in production`)])
    }
    expect(without()).toEqual([])
  })

  test.each([
    ['SUPPORT_EMAIL', 'nobody'],
    ['COMPANY_NAME', 'Two\nlines'],
    ['TERMS_DATE', 'January 7'],
    ['PRIVACY_DATE', '2026-02-30'],
    ['CLUB_SHORT_NAME', 'Two words'],
  ])('%s cannot be %j', (name, value) => {
    expect(complaintsAbout({ [name]: value })).toEqual([expect.stringContaining(`${name} `)])
  })
})

test('a line to another machine’s database of which nothing is said about TLS is known as such', () => {
  for (const url of [
    'postgres://db/club',
    'postgres://club@10.0.0.5:5432/club?application_name=x',
    'postgres:///club?host=db.internal',
  ]) {
    expect(saysNothingOfTls(url), url).toBe(true)
  }
  for (const url of [
    undefined,
    'postgres://db/club?sslmode=verify-full',
    'postgres://db/club?sslmode=disable',
    'postgres://localhost/club',
    'postgres://127.0.0.1:5432/club',
    'postgres:///club?host=/var/run/postgresql',
    'postgres://club@%2Fvar%2Frun%2Fpostgresql/club',
  ]) {
    expect(saysNothingOfTls(url), url).toBe(false)
  }
})
