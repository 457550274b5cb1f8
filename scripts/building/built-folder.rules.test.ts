import path from 'node:path'
import { expect, test } from 'vitest'
import { requireWritable } from './built-folder.ts'

test('who may only read a project that was not built is told who has to build it', () => {
  // Nobody may write to a folder that is not there, not even whom no permission holds back.
  const root = path.resolve('nowhere')
  expect(() => requireWritable(root)).toThrow(
    `The build is missing or older than its sources, and this user may not write to ${root}: run \`npm ci --include=dev && npm run build\` as whom it belongs to.`,
  )
})

test('and whom it belongs to is told nothing', () => {
  expect(() => requireWritable(path.resolve('.'))).not.toThrow()
})
