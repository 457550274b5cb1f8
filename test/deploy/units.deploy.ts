import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findProgram } from '#scripts/tests/needs.ts'

const UNITS = ['club.service', 'club@.service']
/** In tenths, as systemd counts: 0 is a fully confined unit, 100 an unconfined one. */
const MOST_EXPOSED = 20

const run = promisify(execFile)
const analyze = findProgram('systemd-analyze') ?? ''
let folder: string

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'nouveau-units-'))
  // Installs the program, so that the commands of the units exist.
  mkdirSync(path.join(folder, 'club/node_modules/node/bin'), { recursive: true })
  symlinkSync(process.execPath, path.join(folder, 'club/node_modules/node/bin/node'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function unit(name: string, change = (text: string) => text): string {
  const file = path.join(folder, name.replace('@', '@3000'))
  const text = readFileSync(path.join('deploy/systemd', name), 'utf8')
  writeFileSync(file, change(text.replaceAll('/opt/club', `${folder}/club`)))
  return file
}

test.each(UNITS)('systemd has nothing to say about %s', async (name) => {
  const { stdout, stderr } = await run(analyze, ['verify', unit(name)])
  expect(stdout + stderr).toBe('')

  const misspelt = unit(name, (text) => text.replace('KillMode=', 'KillMoode='))
  const said = await run(analyze, ['verify', misspelt])
  expect(said.stderr).toMatch(/Unknown key .*KillMoode/)
})

test.each(UNITS)('%s may do no more than the server needs', async (name) => {
  const security = ['security', '--offline=true', `--threshold=${MOST_EXPOSED}`]
  const { stdout } = await run(analyze, [...security, unit(name)])
  expect(stdout).toMatch(/Overall exposure level for club\S*: \d+\.\d OK/)

  const open = unit(name, (text) => text.replace(/^(Protect|Restrict|System).*$/gm, ''))
  await expect(run(analyze, [...security, open])).rejects.toMatchObject({ code: 1 })
})
