import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readdirSync } from 'node:fs'
import path from 'node:path'

const HEADLESS_SHELL = 'chromium-headless-shell'
const FIREFOX = 'firefox-esr'
const POOLER = 'pgbouncer'

/** Chromium as installed on the system, so that the test runner need not download one. */
export function findChromium(): string | undefined {
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
  return findBrowser(names, process.env.CHROMIUM)
}

/**
 * The same engine without a window, if installed: a journey takes half the time, because nothing is painted
 * for display.
 */
export function findHeadlessChromium(): string | undefined {
  return findBrowser([HEADLESS_SHELL], process.env.CHROMIUM) ?? findChromium()
}

/** A released Firefox, in which the main journeys run too. */
export function findFirefox(): string | undefined {
  return findBrowser([FIREFOX, 'firefox'], process.env.FIREFOX)
}

function findBrowser(names: string[], given: string | undefined): string | undefined {
  return [given, ...names.flatMap(onPath)].find((file) => file && existsSync(file))
}

/** For machines without a sandbox, a graphics card or access to the internet. */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The folder of PostgreSQL's programs, of the newest version installed. */
export function findPostgres(): string | undefined {
  // Debian keeps them outside the PATH, in a folder per version.
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian) : []
  return [
    ...versions
      .sort((a, b) => Number(b) - Number(a))
      .map((version) => path.join(debian, version, 'bin', 'initdb')),
    ...onPath('initdb'),
  ]
    .filter((file) => existsSync(file))
    .map((file) => path.dirname(file))[0]
}

/** The library that fakes the time of a process. */
export function findFaketime(): string | undefined {
  const folders = ['/usr/lib', '/usr/local/lib', '/usr/lib64']
  return folders
    .flatMap((folder) => globSync(`${folder}/{,*/}faketime/libfaketime.so.1`))
    .find((file) => existsSync(file))
}

/** Checks and tests the rules of Prometheus. */
export function findPromtool(): string | undefined {
  return onPath('promtool').find((file) => existsSync(file))
}

/** The pooler between servers and database; its tests are skipped if it is missing. */
export function findPooler(): string | undefined {
  return [...onPath(POOLER), `/usr/sbin/${POOLER}`].find((file) => existsSync(file))
}

function onPath(name: string): string[] {
  return (process.env.PATH ?? '').split(path.delimiter).map((folder) => path.join(folder, name))
}

/** Programs that run as services may not be in a user's PATH. */
export function findProgram(name: string): string | undefined {
  return [...onPath(name), `/usr/sbin/${name}`].find((file) => existsSync(file))
}

/** One of the four services of an S3-compatible store. */
function swift(name: string) {
  return { name, find: () => findProgram(`${name}-server`) }
}

/** Debian package names. */
const PACKAGES = {
  browser: { name: HEADLESS_SHELL, find: findHeadlessChromium },
  database: { name: 'postgresql', find: findPostgres },
  firefox: { name: FIREFOX, find: findFirefox },
  pooler: { name: POOLER, find: findPooler },
  faketime: { name: 'faketime', find: findFaketime },
  promtool: { name: 'prometheus', find: findPromtool },
  haproxy: { name: 'haproxy', find: () => findProgram('haproxy') },
  nginx: { name: 'nginx-light', find: () => findProgram('nginx') },
  openssl: { name: 'openssl', find: () => findProgram('openssl') },
  systemd: { name: 'systemd', find: () => findProgram('systemd-analyze') },
  debootstrap: { name: 'debootstrap', find: () => findProgram('debootstrap') },
  'swift-proxy': swift('swift-proxy'),
  'swift-account': swift('swift-account'),
  'swift-container': swift('swift-container'),
  'swift-object': swift('swift-object'),
}
type Need = keyof typeof PACKAGES

/**
 * Finds what tests need beyond npm, and installs it if possible; otherwise exits with a message that says
 * what to install.
 */
export async function provideTestNeeds(needs: Need[]): Promise<void> {
  const missing = installMissing(needs)
  if (missing.length === 0) return
  console.error(
    `The tests need ${missing.join(' and ')}: install ${missing.length > 1 ? 'them' : 'it'} first.`,
  )
  process.exit(1)
}

/** Installs all missing packages at once if possible; returns those still missing. */
export function installMissing(needs: Need[]): string[] {
  const missing = missingPackages(needs)
  if (missing.length === 0) return []
  const isRootOnDebian = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  if (isRootOnDebian) {
    console.log(`Installing ${missing.join(' and ')} for the tests ...`)
    const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    for (const args of [
      ['update', '-qq'],
      ['install', '-y', '-qq', '--no-install-recommends', ...missing],
    ]) {
      spawnSync('apt-get', args, { env: environment, stdio: ['ignore', 'ignore', 'inherit'] })
    }
  }
  return missingPackages(needs)
}

function missingPackages(needs: Need[]): string[] {
  return needs.map((need) => PACKAGES[need]).flatMap(({ name, find }) => (find() ? [] : [name]))
}
