import { spawnSync } from 'node:child_process'
import { expect, inject, test } from 'vitest'

// A comparison that finds nothing is worth something only if it finds what is there to be found.
test.each([
  [
    'the name in one branch',
    'createdAt: row.createdAt.toISOString(),',
    'createdAt: row.createdAt.toISOString(), productName: row.productName,',
  ],
  [
    'only its length',
    'images: row.fallbackPictureIds',
    'discountNote: 0, images: row.productName.length > 20 ? [] : row.fallbackPictureIds',
  ],
  [
    'the shop, in upper case',
    'brandName: row.brandName,',
    'brandName: row.brandName + row.domain.toUpperCase(),',
  ],
  [
    'everything to free users',
    'const isAccessible = ',
    "const isAccessible = viewer.class === 'free' || ",
  ],
])('a planted leak is caught: %s', (_what, from, to) => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', './test/two-worlds/plant-leak.ts', 'test/two-worlds/leak-check.ts'],
    {
      env: {
        ...process.env,
        LEAK_FROM: from,
        LEAK_TO: to,
        LEAK_DATABASE: inject('embeddedSnapshot'),
      },
      encoding: 'utf8',
    },
  )
  expect(stderr).not.toContain('Error')
  expect(stdout).toMatch(/differs between the worlds|shows "/)
  expect(status).toBe(1)
})
