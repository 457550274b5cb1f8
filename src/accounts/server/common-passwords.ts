import { readFileSync } from 'node:fs'
import path from 'node:path'
import { badRequest } from '#app/server/problem.ts'
import { isCommonPassword } from './password.rules.ts'

// One word a line, lower case; what is put around them is known by rule.
const common = readFileSync(path.join(import.meta.dirname, 'common-passwords.txt'), 'utf8')
  .split('\n')
  .map((line) => line.trim())
  .filter((line) => line !== '' && !line.startsWith('#'))

/** Throws 400 for a password that is among the first to be guessed, or that is the address. */
export function requireUncommonPassword(password: string, email: string): void {
  const [name = '', host = ''] = email.split('@')
  const own = [email, name, host, host.split('.')[0] ?? ''].filter((word) => word.length > 3)
  if (!isCommonPassword(password, new Set([...common, ...own]))) return
  const text = 'This password is easy to guess. Please choose another one.'
  throw badRequest(text, { password: text })
}
