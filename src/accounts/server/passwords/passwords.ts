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
/** At most two, leaving a core for everything but sign-ins. */
export const PASSWORD_HASHES_AT_ONCE = Math.min(2, Math.max(1, availableParallelism() - 1))
const LONGEST_QUEUE = 40

// A flood of sign-ins must not take all cores and memory.
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

/** Without a hash (no such account) it takes as long as for a wrong password, and returns false. */
export async function isPassword(
  passwordHash: string | undefined,
  password: string,
): Promise<boolean> {
  // Created at the first sign-in of any kind, so that the first unknown address is not slower.
  decoyHash ??= hash('nobody signs in with this', PASSWORD_PARAMETERS)
  const compareWith = passwordHash ?? (await decoyHash)
  const isRight = await inSlot(() => verify(compareWith, password))
  return isRight && passwordHash !== undefined
}

let decoyHash: Promise<string> | undefined

// One lower-case word per line; the rules handle what surrounds it.
const common = readFileSync(path.join(import.meta.dirname, 'common-passwords.txt'), 'utf8')
  .split('\n')
  .map((line) => line.trim())
  .filter((line) => line !== '' && !line.startsWith('#'))

/**
 * Throws 400 for an easily guessed password: a common word, the name of the club or of a brand in the
 * catalogue, or the address itself.
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
