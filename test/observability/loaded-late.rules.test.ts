import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const LIBRARIES =
  /^(?:import|export)\s+(?!type\b)[^;]*?from '((?:prom-client|@opentelemetry\/)[^']*)'/gm
const files = globSync('{src,sandbox,scripts}/**/*.ts')
  .filter((file) => !/\.test\./.test(file))
  .map((file) => ({ file, source: readFileSync(file, 'utf8') }))

/** Files that load a library of counting or tracing as soon as they are loaded. */
function loading(all: Array<{ file: string; source: string }>): string[] {
  return all.filter(({ source }) => source.match(LIBRARIES)).map(({ file }) => file)
}

test('nothing that counts or traces is loaded unless somebody wants to know', () => {
  expect(files.length).toBeGreaterThan(300)
  const only = 'src/server/observability/otlp.ts'
  expect(loading(files)).toEqual([only])
  const eager = files.filter(({ source }) => /from '[^']*\/otlp\.ts'/.test(source))
  expect(eager.map(({ file }) => file)).toEqual([])
})

test('a file that loads one at once is found', () => {
  const source = "import { a } from './a.ts'\nimport {\n  Counter,\n} from 'prom-client'"
  expect(loading([{ file: 'x.ts', source }])).toEqual(['x.ts'])
  const types = "import type { Counter } from 'prom-client'"
  expect(loading([{ file: 'x.ts', source: types }])).toEqual([])
})
