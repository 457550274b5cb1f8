import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'

/** The lines of the complaint, without the heading. */
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
      ['club.example', 'ftp://club.example', 'https://club.example/shop', 'https://club.example?a'],
    ],
    ['DATABASE_URL', ['club', 'mysql://db/club', 'https://db']],
    ['DEMO', ['yes', 'true', '2']],
    ['TRUST_PROXY', ['-1', '9', '1.5', 'true']],
    ['LOG_LEVEL', ['loud', 'INFO']],
  ])('%s is refused when it makes no sense', (name, values) => {
    for (const value of values) {
      expect(complaintsAbout({ [name]: value }), value).toEqual([
        expect.stringContaining(`${name} `),
      ])
    }
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
    expect(complaintsAbout({ NODE_ENV: 'production', DEMO: '1', PORT: 'x' })).toHaveLength(3)
  })
})
