import type { Trx } from '#app/db/database.ts'
import type { AppContext } from '#app/server/context.ts'
import { Problem } from '#app/server/problem.ts'
import type { Door, SwitchName } from '#app/shared/switches.ts'
import {
  deleteSwitchOff,
  findSwitchesOff,
  findSwitchOff,
  insertSwitchOff,
} from './switches.queries.ts'

type Reading = Pick<AppContext, 'db'>

/** Reads the database each time: a switch takes effect in every process at the next request. */
export function isSwitchedOff({ db }: Reading, name: SwitchName): Promise<boolean> {
  return findSwitchOff(db, name)
}

export async function readSwitchesOff({ db }: Reading) {
  return findSwitchesOff(db)
}

/** Returns whether the state has changed. */
export async function setSwitch(
  trx: Trx,
  ctx: Pick<AppContext, 'now'>,
  { name, isOn, by, why }: { name: SwitchName; isOn: boolean; by: string; why: string },
): Promise<boolean> {
  if (isOn) return deleteSwitchOff(trx, name)
  return insertSwitchOff(trx, { name, offSince: ctx.now(), offBy: by, why })
}

/** Message shown while a door is shut. */
export const SHUT_WORDS: Record<Door, string> = {
  'sign-up':
    'We make no new accounts just now. Please come back later. Who has an account signs in as ever.',
  joining:
    'The club takes no new members just now. Nothing was charged. Memberships that run go on as ever, and so does a payment that has begun.',
}

/** Throws 503 while the door is shut. */
export async function requireDoorOpen(ctx: Reading, door: Door): Promise<void> {
  if (!(await isSwitchedOff(ctx, door))) return
  throw new Problem(503, `${door}-shut`, SHUT_WORDS[door], { retryAfterSeconds: 5 * 60 })
}
