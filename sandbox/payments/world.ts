import type { FastifyBaseLogger } from 'fastify'
import { type Clock, openClock } from '#sandbox/payments/store/clock.ts'
import { type Due, openDue } from '#sandbox/payments/store/due.ts'
import { openStore, type Store } from '#sandbox/payments/store/store.ts'
import type { Switches } from './processor.ts'

/** The version of the API that every answer and every event is in. */
export const API_VERSION = '2026-10-28.endive'

/** The provider's whole world: what it remembers, what time it is, what is to come. */
export type World = {
  store: Store
  clock: Clock
  due: Due
  /** Where the hosted pages stand. */
  publicUrl: string
  log: Pick<FastifyBaseLogger, 'debug' | 'info' | 'warn' | 'error'>
  switches: () => Switches
  /** The call that is being answered: its events name it. */
  request: { id: string | null; idempotency_key: string | null } | null
  /** The shop is told of everything, without an endpoint that somebody has made. */
  hasOwnEndpoint: boolean
  /** No events are recorded: for seeded objects. */
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
