import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { importsOf } from './house-rules.ts'

const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))

/** The files that a production server runs: not the pages, which are bundled, and nothing that builds. */
const running = globSync('{src,sandbox}/**/*.ts')
  .concat(globSync('scripts/{start,start-cluster,roll,import*,sale,picture-folder}.ts'))
  .filter((file) => !/\.test\.|\/(web|ui)\/|entry\.|\.d\.ts$|^src\/(dev-|routes)/.test(file))

type Sources = Array<{ file: string; source: string }>
const sources: Sources = running.map((file) => ({ file, source: readFileSync(file, 'utf8') }))

/** The package of an import: `zod` of `zod/v4`, `@scope/name` of `@scope/name/file`. */
function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}

/** Packages that a running server imports but that are not installed. */
function missing(files: Sources, installed: object): string[] {
  return files.flatMap(({ file, source }) =>
    importsOf(source)
      .filter(({ specifier, isType }) => !isType && !/^(node:|[.#])/.test(specifier))
      .map(({ specifier }) => packageOf(specifier))
      .filter((name) => !(name in installed))
      .map((name) => `${file} needs ${name}`),
  )
}

test('what a server runs with is installed without development tools', () => {
  expect(running.length).toBeGreaterThan(300)
  expect(missing(sources, dependencies)).toEqual([])
})

test('nothing is installed for a server that it does not run with', () => {
  const all = sources.map(({ source }) => source).join('\n')
  // Fonts are looked up by family name, and the `node` package is the runtime that starts everything.
  const isNamed = (name: string) =>
    all.includes(name.startsWith('@fontsource/') ? '@fontsource/' : name)
  const unused = Object.keys(dependencies).filter((name) => name !== 'node' && !isNamed(name))
  expect(unused).toEqual([])
  expect(Object.keys(dependencies).filter((name) => name in devDependencies)).toEqual([])
})

test('a server that needs a development tool is found', () => {
  const planted = [
    { file: 'src/a.ts', source: "import { build } from 'vite'\nimport type { A } from 'react'" },
  ]
  expect(missing(planted, { zod: '4' })).toEqual(['src/a.ts needs vite'])
})

type Locked = {
  version?: string
  /** The real name, when another package is installed under this path. */
  name?: string
  resolved?: string
  integrity?: string
}

/** Packages that replace another one on purpose (`overrides`). */
const RENAMED: Record<string, string> = { '@sentry/node': 'empty-npm-package' }

/**
 * Packages from outside the registry, under another name, or without an integrity hash. Without `resolved` a
 * package comes from the registry that npm is configured for.
 */
function strange(locked: Record<string, Locked>): string[] {
  return Object.entries(locked).flatMap(([place, { version, name, resolved, integrity = '' }]) => {
    const known = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const called = name ?? known
    const tarball = `https://registry.npmjs.org/${called}/-/${called.split('/').at(-1)}-${version}.tgz`
    const isMeant = called === known || RENAMED[known] === called
    const isOurs = resolved === undefined || resolved === tarball
    const isSealed = /^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity)
    return isMeant && isOurs && isSealed ? [] : [place]
  })
}

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, Locked>
}
const { '': _ours, ...locked } = packages

test('every package is the registry’s own of its name, and sealed', () => {
  expect(Object.keys(locked).length).toBeGreaterThan(500)
  expect(strange(locked)).toEqual([])
})

test('a package from elsewhere, of another name or without a seal is found', () => {
  const resolved = 'https://registry.npmjs.org/zod/-/zod-4.0.0.tgz'
  const integrity = `sha512-${'A'.repeat(86)}==`
  const good = { version: '4.0.0', resolved, integrity }
  expect(strange({ 'node_modules/zod': good })).toEqual([])
  expect(strange({ 'node_modules/zod': { version: '4.0.0', integrity } })).toEqual([])
  for (const bad of [
    { ...good, resolved: resolved.replace('npmjs.org', 'npmjs.example') },
    { ...good, resolved: resolved.replace('https', 'http') },
    { ...good, resolved: 'git+ssh://git@github.com/colinhacks/zod.git#main' },
    { ...good, name: 'zood', resolved: resolved.replaceAll('zod', 'zood') },
    { ...good, version: '4.0.1' },
    { ...good, integrity: 'sha1-abc=' },
    { version: '4.0.0', resolved },
  ]) {
    expect(strange({ 'node_modules/zod': bad })).toEqual(['node_modules/zod'])
  }
})

test('versions are exact, and what runs a program while it is installed was allowed to', () => {
  const { allowScripts } = JSON.parse(readFileSync('package.json', 'utf8'))
  for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) {
    expect(version, name).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/)
  }
  expect(Object.keys(allowScripts)).toEqual(['node'])
})
