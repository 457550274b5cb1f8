import { globSync, readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { PASSWORD_PARAMETERS } from '#app/accounts/server/passwords/passwords.ts'
import { readConfig } from '#app/server/config/config.ts'
import { buildSite } from '#scripts/building/site.ts'
import { ADMIN_PASSWORD } from '#test/support/admin.ts'
import { hashAsOperated } from '#test/support/passwords.ts'

hashAsOperated()

let files: Record<string, string>
beforeAll(async () => {
  await buildSite()
  const names = globSync('dist/browser/**/*.{js,css,html,json,map,svg}')
  files = Object.fromEntries(names.map((name) => [name, readFileSync(name, 'latin1')]))
})

/** Patterns of secrets that would let a stranger in, and of what such secrets look like. */
const SECRETS: Array<[string, RegExp]> = [
  ['the administrator’s password', new RegExp(ADMIN_PASSWORD)],
  ['its setting', /ADMIN_PASSWORD/],
  ['a hash of a password', /\$argon2(id|i|d)\$|\$2[aby]\$\d\d\$/],
  ['how passwords are hashed', new RegExp(`\\b${PASSWORD_PARAMETERS.memoryCost}\\b`)],
  ['a key of the payment provider', /\b(sk|rk)_(test|live)_\w/],
  ['a secret of its webhooks', /\bwhsec_\w/],
  ['the sandbox’s keys', new RegExp(readConfig({}).payments.secretKey)],
  ['where the database is', /postgres(ql)?:\/\/\w/],
]

test.each(SECRETS)('what browsers get does not contain %s', (_, secret) => {
  expect(Object.keys(files).length).toBeGreaterThan(10)
  const found = Object.keys(files).filter((name) => secret.test(files[name] ?? ''))
  expect(found).toEqual([])
})

test.each([
  `const password = '${ADMIN_PASSWORD}'`,
  'env.ADMIN_PASSWORD',
  '"$argon2id$v=19$m=19456,t=2,p=1$abc"',
  'memoryCost:19456',
  '"sk_live_abc"',
  '"whsec_abc"',
  '"postgres://club"',
])('and such a thing would be found: %s', (planted) => {
  expect(SECRETS.some(([, secret]) => secret.test(planted))).toBe(true)
})
