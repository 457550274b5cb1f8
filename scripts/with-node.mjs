// Runs its arguments with the project's own Node, after installing what is missing. This is the only file
// that an older Node must be able to parse.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, lstatSync, statSync } from 'node:fs'
import path from 'node:path'

const root = path.resolve(
  import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname),
  '..',
)
const installed = path.join(root, 'node_modules/.package-lock.json')
const wanted = path.join(root, 'package-lock.json')

// Only a start or a test run updates dependencies: other commands may run beside a server that still loads
// files from here.
const script = process.argv[2] ?? ''
const isTest = script === 'scripts/tests/test.ts'
const begins = isTest || /^scripts\/start(-cluster)?\.ts$/.test(script)
const isMissing = !existsSync(installed)
const isOld = () => statSync(installed).mtimeMs < statSync(wanted).mtimeMs
// An installation without development tools (`npm ci --omit=dev`) stays one, except for tests.
const hasTools = existsSync(path.join(root, 'node_modules/vite'))
if (isMissing || (begins && isOld()) || (isTest && !hasTools)) {
  const modules = path.join(root, 'node_modules')
  if (existsSync(modules) && lstatSync(modules).isSymbolicLink()) {
    console.error('node_modules is a link: installing here would empty the place it leads to.')
    process.exit(1)
  }
  console.log('Installing dependencies ...')
  // Explicit, because under NODE_ENV=production npm would leave the tools out.
  const tools = isMissing || isTest || hasTools ? '--include=dev' : '--omit=dev'
  const npm = spawnSync('npm', ['ci', tools, '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (npm.status !== 0) process.exit(npm.status ?? 1)
}

const executable = path.join(
  root,
  'node_modules/node/bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
)
// glibc keeps a heap for every thread that allocated; encoding pictures would leave 200 MB behind.
// A shared compile cache more than halves the time of later starts. It is outside of `node_modules`, because
// `npm ci` empties that folder beside a server that still writes here, and gives up if the folder never
// becomes empty.
const compiled = path.join(root, '.cache/compiled')
const env = { MALLOC_ARENA_MAX: '2', NODE_COMPILE_CACHE: compiled, ...process.env }
// Most of a server's allocations live as long as a request: a smaller young generation is collected more
// often and saves some 20 MB. A lower limit of the old generation makes the engine collect it earlier:
// otherwise an edition left 150 MB of garbage.
const HEAP = '--max-semi-space-size=8 --max-old-space-size=768'
if (begins && !isTest) env.NODE_OPTIONS = `${HEAP} ${process.env.NODE_OPTIONS ?? ''}`.trim()
if (!existsSync(executable)) fail('is missing')
const child = spawn(executable, process.argv.slice(2), { cwd: root, env, stdio: 'inherit' })
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
child.on('error', (error) => fail(`cannot be started (${error.code})`))
child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))

/** Reports a broken installation with the command that repairs it, without a stack trace. */
function fail(what) {
  console.error(`${executable} ${what}: run npm ci`)
  process.exit(1)
}
