import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'

const root = mkdtempSync(path.join(tmpdir(), 'nouveau-only-read-'))
afterAll(() => {
  chmodSync(root, 0o755)
  rmSync(root, { recursive: true, force: true })
})

/** Whom no permission holds back is somebody else for it. */
const NOBODY = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}

test('who may only read a project that was not built is told who has to build it', () => {
  for (const name of ['scripts', 'package.json', 'package-lock.json', 'vite.config.ts']) {
    cpSync(name, path.join(root, name), { recursive: true })
  }
  for (const name of ['src', 'public', 'node_modules']) {
    symlinkSync(path.resolve(name), path.join(root, name))
  }
  chmodSync(root, 0o555)

  const args = [path.join(root, 'scripts/start.ts')]
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', ...NOBODY })

  expect(status).toBe(1)
  expect(stderr).toBe(
    `The build is missing or older than its sources, and this user may not write to ${root}: run \`npm ci --include=dev && npm run build\` as whom it belongs to.\n`,
  )
})
