import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'

const root = mkdtempSync(path.join(tmpdir(), 'nouveau-wrecked-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** As far as a command comes that was typed there. */
function roll() {
  const script = path.join(root, 'scripts/with-node.mjs')
  // Tests have a place of their own for what is compiled.
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

  // What a server writes for as long as it runs stands where no installation empties a folder.
  writeFileSync(node, '#!/bin/sh\necho "$NODE_COMPILE_CACHE"\n')
  chmodSync(node, 0o700)
  expect(roll()).toEqual({ code: 0, said: `${path.join(root, '.cache/compiled')}\n` })
})
