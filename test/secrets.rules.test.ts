import { globSync, readFileSync, statSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Patterns of real keys; those in tests and examples are words, or too short to match. */
const SECRETS: Record<string, RegExp> = {
  'a key of the payment provider': /\b[rs]k_(live|test)_[A-Za-z0-9]{20,}/,
  'a secret of its webhooks': /\bwhsec_[A-Za-z0-9+/]{24,}/,
  'a key of a bucket': /\b(AKIA|ASIA)[0-9A-Z]{16}\b/,
  'a private key': /-----BEGIN ([A-Z]+ )*PRIVATE KEY-----\s*[A-Za-z0-9+/=]{20}/,
  'a token of a code host': /\b(gh[opsur]_[A-Za-z0-9]{36}|github_pat_\w{50,}|glpat-[\w-]{20})/,
  'a token of a package registry': /\bnpm_[A-Za-z0-9]{36}\b/,
  'a key of a cloud': /\bAIza[\w-]{35}\b|\bya29\.[\w-]{30,}/,
  'a token of a chat': /\bxox[abeoprs]-[\w-]{20,}|hooks\.slack\.com\/services\/T\w+\/B\w+\/\w{20,}/,
  'a key of a mail service': /\bSG\.[\w-]{20,}\.[\w-]{30,}|\bkey-[0-9a-f]{32}\b/,
  'a signed token': /\beyJ[\w-]{15,}\.eyJ[\w-]{15,}\.[\w-]{20,}/,
  'an address with a password':
    /\b(postgres(ql)?|smtps?|https?|rediss?):\/\/[\w.%+-]+:(?!password@|secret@|[A-Z-]+@|\*)[^\s:/@'"`$<>{}]{8,}@(?!localhost|127\.|[\w-]+\.(example|test)\b)[\w.-]+/,
}

/** Returns the kinds of keys found in a text, never the keys themselves. */
function findSecrets(text: string): string[] {
  return Object.entries(SECRETS)
    .filter(([, shape]) => shape.test(text))
    .map(([kind]) => kind)
}

const files = [
  ...globSync('{bench,demo,deploy,docs,public,sandbox,scripts,src,test}/**/*'),
  // Dotfiles too.
  ...globSync('{*,.*,.github/**/*}', { exclude: ['.git', 'node_modules', 'dist*', 'data'] }),
].filter((file) => statSync(file).isFile() && !file.startsWith('node_modules/'))

test('no file has a key in it', () => {
  expect(files.length).toBeGreaterThan(1000)
  expect(files).toEqual(expect.arrayContaining(['package.json', '.gitignore']))
  const found = files.flatMap((file) =>
    findSecrets(readFileSync(file, 'latin1')).map((kind) => `${file}: ${kind}`),
  )
  expect(found).toEqual([])
})

test.each([
  ['a key of the payment provider', ['sk', 'live', '51NabcDEFghiJKLmnoPQRstu'].join('_')],
  ['a key of the payment provider', ['rk', 'test', '51NabcDEFghiJKLmnoPQRstu'].join('_')],
  ['a secret of its webhooks', ['whsec', 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'].join('_')],
  ['a key of a bucket', ['AKIA', 'IOSFODNN7EXAMPLE'].join('')],
  ['a private key', `-----BEGIN RSA ${'PRIVATE'} KEY-----\nMIIEpAIBAAKCAQEA1234567890`],
  ['a token of a code host', ['ghp', 'x'.repeat(36)].join('_')],
  ['a token of a package registry', ['npm', 'x'.repeat(36)].join('_')],
  ['a key of a cloud', ['AIza', 'x'.repeat(35)].join('')],
  ['a token of a chat', ['xoxb', '1234567890-abcdefghijk'].join('-')],
  ['a key of a mail service', ['SG', 'x'.repeat(22), 'y'.repeat(43)].join('.')],
  ['a signed token', ['eyJ', 'x'.repeat(20), '.eyJ', 'x'.repeat(20), '.', 'y'.repeat(43)].join('')],
  ['an address with a password', ['postgres://club', 'hunter2hunter2@db.internal/club'].join(':')],
])('%s is found', (kind, secret) => {
  expect(findSecrets(`KEY=${secret}\n`)).toContain(kind)
})

test('what only names one, and what examples and tests have, is none', () => {
  for (const text of [
    'STRIPE_SECRET_KEY=sk_test_of_the_tests',
    'sk_live_abc, whsec_abc, whsec_...',
    'postgres://club:DATABASE-PASSWORD@db.internal/club',
    'postgres://club:password@db/club and https://user:long-password@club.example',
    '-----BEGIN CERTIFICATE-----',
  ]) {
    expect(findSecrets(text)).toEqual([])
  }
})
