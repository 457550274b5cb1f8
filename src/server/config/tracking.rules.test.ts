import { describe, expect, test } from 'vitest'
import { securityHeaders } from '#app/server/http/headers.ts'
import { readConfig } from './config.ts'

const url = 'https://graph.example/v1/pixel/events'
const token = 'a-token-of-theirs'
const service = { CONVERSIONS_URL: url, CONVERSIONS_TOKEN: token }

describe('what is measured', () => {
  test.each([
    ['nothing, unless something is set', {}, undefined],
    ['tags alone', { TAG_MANAGER_ID: 'GTM-ABC123' }, { tagManagerId: 'GTM-ABC123' }],
    ['the service alone', service, { conversions: { url, token } }],
    [
      'both, as pasted',
      {
        TAG_MANAGER_ID: ' GTM-ABC123\n',
        CONVERSIONS_URL: `${url}\n`,
        CONVERSIONS_TOKEN: ` ${token}`,
      },
      { tagManagerId: 'GTM-ABC123', conversions: { url, token } },
    ],
  ])('is %s', (_, environment, tracking) => {
    expect(readConfig(environment).tracking).toEqual(tracking)
  })

  test.each([
    [{ TAG_MANAGER_ID: "GTM-X'; script-src *" }, 'TAG_MANAGER_ID is not a container id'],
    [{ ...service, CONVERSIONS_URL: '' }, 'CONVERSIONS_URL is missing'],
    [{ ...service, CONVERSIONS_TOKEN: '' }, 'CONVERSIONS_TOKEN is missing'],
    [{ ...service, CONVERSIONS_TOKEN: 'two words here' }, 'CONVERSIONS_TOKEN is not a token'],
    [{ ...service, CONVERSIONS_URL: `${url}?access_token=CaNaRy` }, 'CONVERSIONS_URL is not an'],
    [
      { ...service, CONVERSIONS_URL: 'https://a:CaNaRy@graph.example/' },
      'CONVERSIONS_URL is not an',
    ],
    [{ ...service, CONVERSIONS_URL: 'http://graph.example/v1' }, 'CONVERSIONS_URL must be https'],
    [{ ...service, CONVERSIONS_URL: 'file:///etc/passwd' }, 'CONVERSIONS_URL is not an'],
    [
      { ...service, CONVERSIONS_URL: 'http://127.0.0.1:1/v1', NODE_ENV: 'production' },
      'CONVERSIONS_URL must be https',
    ],
  ])('cannot be %j', (environment, complaint) => {
    const read = () => readConfig(environment)
    expect(read).toThrow(complaint)
    expect(read).not.toThrow(/CaNaRy|two words/)
  })

  test('may be told to a service on this machine outside production', () => {
    const local = 'http://127.0.0.1:1234/v1'
    const { tracking } = readConfig({ ...service, CONVERSIONS_URL: local })
    expect(tracking?.conversions?.url).toBe(local)
  })
})

describe('the policy of the pages', () => {
  const policyOf = (environment: Record<string, string>) => {
    const policy = securityHeaders(readConfig(environment))['content-security-policy'] ?? ''
    return policy.split('; ')
  }

  test('lets nothing of others in without tags, also where the server reports itself', () => {
    const policy = policyOf({})
    expect(policyOf(service)).toEqual(policy)
    expect(policy.join(' ')).not.toMatch(/https?:/)
    expect(policy).toContain("require-trusted-types-for 'script'")
  })

  test('lets the tags in where they are set, and nothing else', () => {
    const [before, after] = [policyOf({}), policyOf({ TAG_MANAGER_ID: 'GTM-ABC123' })]
    const hosts =
      'https://www.googletagmanager.com https://*.google-analytics.com https://www.facebook.com'
    expect(after.filter((line) => !before.includes(line))).toEqual([
      "script-src 'self' https://www.googletagmanager.com https://connect.facebook.net",
      `img-src 'self' ${hosts}`,
      `connect-src 'self' ws://localhost:3000 ${hosts}`,
    ])
    expect(after.join(' ')).not.toMatch(/unsafe|trusted-types/)
  })
})
