import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import path from 'node:path'
import { AS_OPERATED } from '#bench/support/server-under-test.ts'
import { buildProduct } from '#scripts/building/product.ts'

// Every file beside this one and in `back-office/` is a bench: `npm run bench` runs all, `npm run bench --
// feed scale` some. Results are printed; `lighthouse`, `overload` and `unauthenticated` fail if they miss
// their goals. Each runs as a program of its own, so that none benefits from caches or suffers from memory of
// another.
const files = new Map(
  globSync('{*,back-office/*}.ts', { cwd: import.meta.dirname }).map((file) => [
    path.basename(file, '.ts'),
    path.join(import.meta.dirname, file),
  ]),
)
files.delete('run')
const names = [...files.keys()].sort()

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !names.includes(name))
if (unknown.length > 0) {
  console.error(`There is no bench named ${unknown.join(', ')}. There are: ${names.join(', ')}.`)
  process.exit(2)
}
await buildProduct()
for (const name of asked.length > 0 ? asked : names) {
  const env = { ...AS_OPERATED, ...process.env }
  const { status } = spawnSync(process.execPath, [files.get(name) ?? ''], { stdio: 'inherit', env })
  if (status !== 0) process.exitCode = status ?? 1
}
