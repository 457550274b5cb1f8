import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'

const root = mkdtempSync(path.join(tmpdir(), 'nouveau-wrecked-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** Runs a command in that installation. */
function roll() {
  const script = path.join(root, 'scripts/with-node.mjs')
  // Without the tests' own compile cache.
  const env = { ...process.env, NODE_COMPILE_CACHE: undefined }
  const ended = spawnSync(process.execPath, [script, 'scripts/roll.ts'], { encoding: 'utf8', env })
  return { code: ended.status, said: ended.stderr + ended.stdout }
}

test('an installation that was wrecked is told in a sentence, with what mends it', () => {
  const node = path.join(root, 'node_modules/node/bin/node')
  cpSync('scripts/with-node.mjs', path.join(root, 'scripts/with-node.mjs'))
  mkdirSync(path.dirname(node), { recursive: true })
  writeFileSync(path.join(root, 'node_modules/.package-lock.json'), '{}')
  expect(roll()).toEqual({ code: 1, said: `${node} is missing: run npm ci\n` })

  writeFileSync(node, '')
  chmodSync(node, 0o600)
  expect(roll()).toEqual({ code: 1, said: `${node} cannot be started (EACCES): run npm ci\n` })

  // The compile cache is outside of the folder that an installation empties.
  writeFileSync(node, '#!/bin/sh\necho "$NODE_COMPILE_CACHE"\n')
  chmodSync(node, 0o700)
  expect(roll()).toEqual({ code: 0, said: `${path.join(root, '.cache/compiled')}\n` })
})
