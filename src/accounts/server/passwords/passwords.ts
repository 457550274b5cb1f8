import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { hash, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'
import { findBrandNames } from '#app/accounts/server/accounts.queries.ts'
import type { AppContext } from '#app/server/context.ts'
import { badRequest, unavailable } from '#app/server/problem.ts'
import { isCommonPassword, ownWordsOf, toGuessableWord } from './passwords.rules.ts'

// argon2id, version 1.3: OWASP's first choice of parameters, about 10 ms of one core.
export const PASSWORD_PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** Two at most, and a core is left for everybody who is not signing in. */
export const PASSWORD_HASHES_AT_ONCE = Math.min(2, Math.max(1, availableParallelism() - 1))
const LONGEST_QUEUE = 40

// A flood of sign-ins must not take the cores and the memory from everybody else.
const slot = pLimit(PASSWORD_HASHES_AT_ONCE)

async function inSlot<T>(work: () => Promise<T>): Promise<T> {
  if (slot.pendingCount >= LONGEST_QUEUE) {
    throw unavailable('Too many people are signing in right now. Please try again in a moment.', 2)
  }
  return slot(work)
}

export function hashPassword(password: string): Promise<string> {
  return inSlot(() => hash(password, PASSWORD_PARAMETERS))
}

/** `passwordHash` undefined (no such account) takes as long as a wrong password and is false. */
export async function isPassword(
  passwordHash: string | undefined,
  password: string,
): Promise<boolean> {
  // Made at the first sign-in of any kind, so that the first unknown address is no slower.
  decoyHash ??= hash('nobody signs in with this', PASSWORD_PARAMETERS)
  const compareWith = passwordHash ?? (await decoyHash)
  const isRight = await inSlot(() => verify(compareWith, password))
  return isRight && passwordHash !== undefined
}

let decoyHash: Promise<string> | undefined

// One word a line, lower case; what is put around them is known by rule.
const common = readFileSync(path.join(import.meta.dirname, 'common-passwords.txt'), 'utf8')
  .split('\n')
  .map((line) => line.trim())
  .filter((line) => line !== '' && !line.startsWith('#'))

/**
 * Throws 400 for a password that is among the first to be guessed: a common word, what we or a
 * brand of the catalogue are called, or the address itself.
 */
export async function requireUncommonPassword(
  { db, config }: Pick<AppContext, 'db' | 'config'>,
  password: string,
  email: string,
): Promise<void> {
  const [name = '', host = ''] = email.split('@')
  const theirs = [email, name, host, host.split('.')[0] ?? ''].filter((word) => word.length > 3)
  const own = new Set(ownWordsOf(config.club))
  const brands = (await findBrandNames(db)).map(toGuessableWord)
  if (!isCommonPassword(password, { common: new Set([...common, ...theirs, ...brands]), own })) {
    return
  }
  const text = 'This password is easy to guess. Please choose another one.'
  throw badRequest(text, { password: text })
}
