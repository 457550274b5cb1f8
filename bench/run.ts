import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import path from 'node:path'
import { buildSite } from '#scripts/build.ts'

// Printed; only `lighthouse` has limits: `npm run bench` for all, `npm run bench -- feed scale` for
// some. Each is a program of its own, so that none runs on what another has warmed up or left in
// memory.
const NOT_BENCHES = [
  'run',
  'bare-argon2',
  'bare-inbox',
  'bare-provider',
  'bare-server',
  'desk-deals',
  'lighthouse-run',
  'server-under-test',
  'stall-probe',
  'upload-files',
  'watched-server',
  'webhook-events',
]
const names = globSync('*.ts', { cwd: import.meta.dirname })
  .map((file) => path.basename(file, '.ts'))
  .filter((name) => !NOT_BENCHES.includes(name))
  .sort()

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !names.includes(name))
if (unknown.length > 0) {
  console.error(`There is no bench named ${unknown.join(', ')}. There are: ${names.join(', ')}.`)
  process.exit(2)
}
await buildSite()
for (const name of asked.length > 0 ? asked : names) {
  const file = path.join(import.meta.dirname, `${name}.ts`)
  const { status } = spawnSync(process.execPath, [file], { stdio: 'inherit' })
  if (status !== 0) process.exitCode = status ?? 1
}
