import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Log lines of a problem whose first argument is a text or an empty object instead of facts. */
const LINES = /\blog\??\s*\.(?:warn|error|fatal)\(\s*(\{\s*\}|'[^']*'|"[^"]*"|`[^`]*`)/g

/** Returns the log lines that report a failure without its cause. */
function withoutCause(source: string): string[] {
  return [...source.matchAll(LINES)].map(([line]) => line)
}

test('a line that something is wrong says what caused it, or what it is about', () => {
  const files = globSync('{src,sandbox,scripts}/**/*.ts').filter((file) => !file.includes('.test.'))
  expect(files.length).toBeGreaterThan(300)
  const found = files.flatMap((file) =>
    withoutCause(readFileSync(file, 'utf8')).map((line) => `${file}: ${line}`),
  )
  expect(found).toEqual([])
})

test('a line without is found', () => {
  expect(withoutCause("ctx.log.error({}, 'lost')\nlog?.warn('lost')")).toHaveLength(2)
  expect(withoutCause("ctx.log.error({ err }, 'lost')\nlog.info({}, 'found')")).toEqual([])
})
