import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { importsOf } from '#test/house-rules.ts'

const files = globSync('{src,sandbox,scripts}/**/*.ts')
  .filter((file) => !/\.test\./.test(file))
  .map((file) => ({ file, source: readFileSync(file, 'utf8') }))

const OTLP = 'src/server/observability/otlp.ts'

/** Returns the files that import a metrics or tracing library, or one of its users, statically. */
function loading(all: Array<{ file: string; source: string }>): string[] {
  return all.flatMap(({ file, source }) =>
    importsOf(source).some(
      ({ specifier, isType }) =>
        !isType &&
        !source.includes(`import('${specifier}')`) &&
        /^(prom-client|@opentelemetry\/)|\/otlp\.ts$/.test(specifier),
    )
      ? [file]
      : [],
  )
}

test('nothing that counts or traces is loaded unless somebody wants to know', () => {
  expect(files.length).toBeGreaterThan(300)
  expect(loading(files)).toEqual([OTLP])
})

test('a file that loads one at once is found', () => {
  const planted = [
    "import { a } from './a.ts'\nimport {\n  Counter,\n} from 'prom-client'",
    "import { createTracer } from './otlp.ts'",
  ]
  for (const source of planted) expect(loading([{ file: 'x.ts', source }])).toEqual(['x.ts'])
  const types = "import type { Counter } from 'prom-client'"
  expect(loading([{ file: 'x.ts', source: types }])).toEqual([])
})
