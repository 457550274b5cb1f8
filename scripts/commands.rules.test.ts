import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** The statements with which a program starts work. */
const BEGINS = /^(?:process\.exitCode = await |await runCommand\()/m
/** Unlike functions, these are not hoisted. */
const NOT_YET_THERE = /^(?:const|let|class) \S+/gm

test.each(globSync('scripts/**/*.ts'))('%s begins once all that it needs is there', (file) => {
  const text = readFileSync(file, 'utf8')
  const at = text.search(BEGINS)
  const behind = at < 0 ? [] : (text.slice(at).match(NOT_YET_THERE) ?? [])
  expect(behind).toEqual([])
})

/** This file compares the two settings, so it may read both. */
const CHOOSES = 'scripts/command-database.ts'

test.each(
  globSync('scripts/*.ts').filter((file) => file !== CHOOSES && !file.endsWith('.test.ts')),
)('%s takes no address of the database by itself', (file) =>
  expect(readFileSync(file, 'utf8')).not.toContain('directUrl'),
)
