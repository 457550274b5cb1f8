import { execFile, spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import fs from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

type Program = 'pg_dump' | 'pg_restore'

/** Debian keeps every version's programs in a folder of its own. */
const DEBIAN = '/usr/lib/postgresql'

/**
 * PostgreSQL's own program, at least of this major version: an older one cannot read a newer server.
 * Undefined where there is none.
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

/** Parameters of an address that PostgreSQL's programs know as ours does. */
const KNOWN = ['sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'host', 'options']

/**
 * Runs it on a database. The password stands in a file of its own for as long as that takes: what is
 * said on a command line everybody on the machine can read.
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
