import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'

const HEADLESS_SHELL = 'chromium-headless-shell'

/** A browser of the system's own: the test tool's download is not needed. */
export function findChromium(): string | undefined {
  return findBrowser(['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'])
}

/**
 * The same engine, where there is one without the window around it: a journey costs half, since
 * nothing is drawn that nobody sees.
 */
export function findHeadlessChromium(): string | undefined {
  return findBrowser([HEADLESS_SHELL]) ?? findChromium()
}

function findBrowser(names: string[]): string | undefined {
  return [process.env.CHROMIUM, ...names.flatMap(onPath)].find((file) => file && existsSync(file))
}

/** For machines without a sandbox, a graphics card or a way out to the internet. */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The folder of a PostgreSQL server's programs, of the newest version there is. */
export function findPostgres(): string | undefined {
  // Debian keeps them out of the PATH, in a folder for each version.
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

function onPath(name: string): string[] {
  return (process.env.PATH ?? '').split(path.delimiter).map((folder) => path.join(folder, name))
}

/** By their names in Debian. */
const PACKAGES = {
  browser: { name: HEADLESS_SHELL, find: findHeadlessChromium },
  database: { name: 'postgresql', find: findPostgres },
}
type Need = keyof typeof PACKAGES

/**
 * Finds what tests need beyond npm; installs it where it may, else stops and says what to install.
 */
export async function provideTestNeeds(needs: Need[]): Promise<void> {
  const missing = missingPackages(needs)
  if (missing.length === 0) return
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
  const stillMissing = missingPackages(needs)
  if (stillMissing.length === 0) return
  console.error(
    `The tests need ${stillMissing.join(' and ')}: install ${stillMissing.length > 1 ? 'them' : 'it'} first.`,
  )
  process.exit(1)
}

function missingPackages(needs: Need[]): string[] {
  return needs.map((need) => PACKAGES[need]).flatMap(({ name, find }) => (find() ? [] : [name]))
}
