import type { FastifyBaseLogger } from 'fastify'
import { type Clock, openClock } from '#sandbox/payments/store/clock.ts'
import { type Due, openDue } from '#sandbox/payments/store/due.ts'
import { openStore, type Store } from '#sandbox/payments/store/store.ts'
import type { Switches } from './processor.ts'

/** The API version of all responses and events. */
export const API_VERSION = '2026-10-28.endive'

/** The whole state of the provider: its store, clock and schedule. */
export type World = {
  store: Store
  clock: Clock
  due: Due
  /** The public origin of the hosted pages. */
  publicUrl: string
  log: Pick<FastifyBaseLogger, 'debug' | 'info' | 'warn' | 'error'>
  switches: () => Switches
  /** The call being handled, which its events name. */
  request: { id: string | null; idempotency_key: string | null } | null
  /** The shop receives all events without a registered endpoint. */
  hasOwnEndpoint: boolean
  /** Suppresses events while objects are seeded. */
  isQuiet: boolean
}

const ALL_OFF: Switches = {
  isDown: false,
  delaySeconds: 0,
  duplicate: false,
  reorder: false,
  drop: false,
  failAfterWork: false,
  latencyMs: 0,
}

export function openWorld({
  dataDir,
  publicUrl,
  log,
}: {
  dataDir: string
  publicUrl: string
  log: World['log']
}): World {
  const store = openStore(dataDir)
  return {
    store,
    clock: openClock(store),
    due: openDue(store),
    publicUrl,
    log,
    switches: () => ({ ...ALL_OFF, ...store.readSetting('switches', {}) }),
    request: null,
    hasOwnEndpoint: false,
    isQuiet: false,
  }
}
