import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'

/** A browser of the system's own: the test tool's download is not needed. */
export function findChromium(): string | undefined {
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
  return [process.env.CHROMIUM, ...names.flatMap(onPath)].find((file) => file && existsSync(file))
}

export function hasPostgres(): boolean {
  return (
    onPath('initdb').some((file) => existsSync(file)) ||
    spawnSync('sh', ['-c', 'ls /usr/lib/postgresql/*/bin/initdb']).status === 0
  )
}

function onPath(name: string): string[] {
  return (process.env.PATH ?? '').split(path.delimiter).map((folder) => path.join(folder, name))
}

/** Finds what the tests need beyond npm, installs it where it may, or stops and says what to install. */
export async function provideTestNeeds(): Promise<void> {
  const missing = missingPackages()
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
  const stillMissing = missingPackages()
  if (stillMissing.length === 0) return
  console.error(
    `The tests need ${stillMissing.join(' and ')}: install ${stillMissing.length > 1 ? 'them' : 'it'} first.`,
  )
  process.exit(1)
}

/** By their names in Debian. */
function missingPackages(): string[] {
  return [findChromium() ? '' : 'chromium', hasPostgres() ? '' : 'postgresql'].filter(
    (name) => name !== '',
  )
}
