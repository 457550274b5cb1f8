import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { listNotices, writeBillOfMaterials } from '#scripts/building/notices.ts'
import { usePages } from '#test/support/use-pages.ts'

const { page } = usePages()
const ROOT = path.resolve(import.meta.dirname, '..')

type Component = {
  'bom-ref': string
  name: string
  version: string
  scope: string
  purl: string
  licenses?: Array<{ license?: { id: string }; expression?: string }>
  hashes?: Array<{ alg: string; content: string }>
}

test('the build makes a bill of materials of every package that is locked', async () => {
  await page('/notices')
  const text = readFileSync(path.join(ROOT, 'dist/bill-of-materials.cdx.json'), 'utf8')
  const bill = JSON.parse(text)
  expect(bill).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 })
  const components: Component[] = bill.components
  const { packages } = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8'))
  expect(components).toHaveLength(Object.keys(packages).length - 1)
  for (const { scope, purl, hashes, licenses } of components) {
    expect(['required', 'optional', 'excluded']).toContain(scope)
    expect(purl).toMatch(/^pkg:npm\/(%40[\w.-]+\/)?[\w.-]+@\d/)
    for (const { alg, content } of hashes ?? []) {
      expect([alg, content.length]).toEqual(['SHA-512', 128])
    }
    for (const { license, expression } of licenses ?? []) {
      expect(license?.id ?? expression).toMatch(/^\(?[\w.-]+( (AND|OR) [\w.-]+)*\)?$/)
    }
  }
  // Packages of the server and of the pages are required; those that only build and test are excluded.
  const scopeOf = (name: string) => components.find((each) => each.name === name)?.scope
  expect(['fastify', 'react', 'radix-ui'].map(scopeOf)).toEqual(Array(3).fill('required'))
  expect(['typescript', 'vitest', 'vite'].map(scopeOf)).toEqual(Array(3).fill('excluded'))

  const refs = new Set(components.map((each) => each['bom-ref']))
  expect(refs.size).toBe(components.length)
  for (const { ref, dependsOn } of bill.dependencies as Array<{
    ref: string
    dependsOn: string[]
  }>) {
    expect([ref, ...dependsOn].filter((each) => !refs.has(each))).toEqual([])
  }
  const hash = (of: string) => createHash('sha256').update(of).digest('hex')
  expect(hash(writeBillOfMaterials(ROOT))).toBe(hash(text))
})

test('the page of notices names everything that is handed on, with its license, and leads to the words', async () => {
  const { statusCode, body } = await page('/notices')
  expect(statusCode).toBe(200)
  const notices = listNotices(ROOT)
  expect(notices.length).toBeGreaterThan(200)
  for (const { name } of notices) expect(body).toContain(`<dt>${name}</dt>`)
  for (const { license } of notices) expect(body).toContain(license)
  expect(notices.filter(({ license }) => license === 'unknown')).toEqual([])
  expect(notices.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['react', 'fastify', 'sharp', 'satori', '@fontsource/bodoni-moda']),
  )
  expect(notices.map(({ name }) => name)).not.toContain('vitest')

  const words = await page('/notices.txt')
  expect([words.statusCode, words.headers['content-type']]).toEqual([
    200,
    expect.stringContaining('text/plain'),
  ])
  for (const { name, version } of notices) expect(words.body).toContain(`${name} ${version} (`)
  expect(words.body).toContain('SIL OPEN FONT LICENSE')
  expect(existsSync(path.join(ROOT, 'dist/browser/bill-of-materials.cdx.json'))).toBe(false)
})

test('every page leads to the notices from its foot', async () => {
  for (const url of ['/', '/terms', '/daily-deals']) {
    const [foot = ''] = /<footer.*<\/footer>/s.exec((await page(url)).body) ?? []
    expect(foot).toContain('href="/notices"')
  }
})
