import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { importsOf } from './house-rules.ts'

const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))

/** What a server without development tools runs: no page, which is bundled, and nothing that builds. */
const running = globSync('{src,sandbox}/**/*.ts')
  .concat(globSync('scripts/{start,start-cluster,roll,import*,sale,picture-folder}.ts'))
  .filter((file) => !/\.test\.|\/(web|ui)\/|entry\.|\.d\.ts$|^src\/(dev-|routes)/.test(file))

type Sources = Array<{ file: string; source: string }>
const sources: Sources = running.map((file) => ({ file, source: readFileSync(file, 'utf8') }))

/** `zod` of `zod/v4`, `@scope/name` of `@scope/name/file`. */
function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}

/** Packages that a running server loads and would not find. */
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
  // Fonts are found by the name of their family, and everything is started with our own Node.
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
