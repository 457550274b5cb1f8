import { execFile, spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import fs from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

type Program = 'pg_dump' | 'pg_restore'

/** Debian installs each version's programs in a folder of its own. */
const DEBIAN = '/usr/lib/postgresql'

/**
 * Path of a PostgreSQL program of at least this major version, because an older one cannot dump a newer server.
 * Undefined when there is none.
 */
export async function findProgram(program: Program, atLeast: number): Promise<string | undefined> {
  const folders = existsSync(DEBIAN) ? readdirSync(DEBIAN) : []
  const debian = folders
    .filter((version) => Number(version) >= atLeast)
    .toSorted((a, b) => Number(a) - Number(b))
    .map((version) => path.join(DEBIAN, version, 'bin', program))
  for (const file of [program, ...debian]) {
    const major = await majorOf(file)
    if (major !== undefined && major >= atLeast) return file
  }
  return
}

async function majorOf(file: string): Promise<number | undefined> {
  try {
    const { stdout } = await promisify(execFile)(file, ['--version'])
    const [, major] = /\s(\d+)/.exec(stdout) ?? []
    return Number(major)
  } catch {
    return
  }
}

/** URL parameters that libpq understands as our driver does. */
const KNOWN = ['sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'host', 'options']

/**
 * Runs a program on a database. The password is passed in a temporary file, because everybody on the machine can read
 * command lines.
 */
export async function runProgram(file: string, url: string, args: string[]): Promise<void> {
  const folder = await fs.mkdtemp(path.join(tmpdir(), 'nouveau-pg-'))
  try {
    const address = new URL(url)
    for (const name of [...address.searchParams.keys()]) {
      if (!KNOWN.includes(name)) address.searchParams.delete(name)
    }
    if (address.password) {
      const passfile = path.join(folder, 'pgpass')
      const password = decodeURIComponent(address.password).replace(/[\\:]/g, '\\$&')
      await fs.writeFile(passfile, `*:*:*:*:${password}\n`, { mode: 0o600 })
      address.password = ''
      address.searchParams.set('passfile', passfile)
    }
    await run(file, [...args, `--dbname=${address.href}`])
  } finally {
    await fs.rm(folder, { recursive: true, force: true })
  }
}

async function run(file: string, args: string[]): Promise<void> {
  const child = spawn(file, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = `${said}${text}`.slice(-4000)
  })
  const status = await new Promise<number | null>((resolve, reject) => {
    child.once('close', resolve).once('error', reject)
  })
  if (status !== 0) {
    throw new Error(
      `${path.basename(file)} has failed: ${said.trim() || `it ended with ${status}`}`,
    )
  }
}
