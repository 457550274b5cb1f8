import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '#app/server/log.ts'
import { countDeath, waitAfterDeath } from './cluster.rules.ts'
import { type Order, READY } from './orders.ts'

/** Longer than a worker takes to stop by itself; then it is killed. */
const LONGEST_GOODBYE_MS = 13_000
/** Allows for a long migration before the worker listens. */
const LONGEST_START_MS = 15 * 60_000

type Settings = {
  workers: number
  /** Script of the workers. */
  script: string
  /** Added to our own environment. */
  environment: Record<string, string>
  /** How long `/readyz` reports not ready before connections are refused. */
  noticeMs: number
  log: Log
  /** Called before a rolling restart, to build what the new workers run. */
  prepare: () => Promise<void>
}

/** One worker process. */
type Life = {
  worker: Worker
  startedAt: number
  isReady: boolean
  /** Whether it was asked to end. */
  isLeaving: boolean
  /** Resolves to false when it died before it took requests. */
  ready: Promise<boolean>
  gone: Promise<unknown>
}

/** A slot in which one worker succeeds another. */
type Place = { number: number; life?: Life; successor?: Life | undefined; deaths: number }

type Supervisor = {
  /** Resolves to true when the first worker takes requests, to false when it failed. */
  start: () => Promise<boolean>
  /** Process ids of the serving workers. */
  pids: () => number[]
  /** Rolling restart: replaces the workers one by one. False when a new one does not start. */
  roll: () => Promise<boolean>
  /** Stops all workers, letting each finish what is in progress. */
  stop: () => Promise<void>
}

/**
 * Supervises workers that share one port. The first starts alone, because it migrates the database. Dead workers are
 * replaced; `onLoop` is called when none stays alive.
 */
export function superviseWorkers(
  { workers, script, environment, noticeMs, log, prepare }: Settings,
  onLoop: () => void,
): Supervisor {
  const places: Place[] = Array.from({ length: workers }, (_, at) => ({
    number: at + 1,
    deaths: 0,
  }))
  const stopping = new AbortController()
  // With the kernel's scheduling, connections queued at a worker that leaves would be lost.
  cluster.schedulingPolicy = cluster.SCHED_RR
  let isFirst = true

  function launch(place: Place): Life {
    // Only the first prints the addresses.
    cluster.setupPrimary({ exec: script, args: isFirst ? [] : ['--quiet'] })
    isFirst = false
    const worker = cluster.fork(environment)
    const gone = once(worker, 'exit')
    const life: Life = {
      worker,
      startedAt: performance.now(),
      isReady: false,
      isLeaving: false,
      gone,
      ready: new Promise((resolve) => {
        worker.on('message', (said) => {
          if (said !== READY) return
          life.isReady = true
          resolve(true)
        })
        void gone.then(() => resolve(false))
      }),
    }
    void gone.then(([code, signal]) => onEnd(place, life, signal ?? `code ${code}`))
    return life
  }

  function onEnd(place: Place, life: Life, by: string) {
    const isServing = life.isReady
    life.isReady = false
    if (life.isLeaving || stopping.signal.aborted) return
    log.error(
      { worker: place.number, pid: life.worker.process.pid, by, isServing },
      'a worker died',
    )
    // A rolling restart is replacing this slot.
    if (place.life !== life || place.successor) return
    void replace(place, performance.now() - life.startedAt)
  }

  async function replace(place: Place, livedMs: number): Promise<void> {
    place.deaths = countDeath(place.deaths, livedMs)
    const wait = waitAfterDeath({ deaths: place.deaths, isServed: servesAnybody() })
    if (wait === undefined) {
      log.error({ deaths: place.deaths }, 'the workers die again and again: stopping')
      return onLoop()
    }
    const died = place.life
    await delay(wait, undefined, { ref: true })
    if (stopping.signal.aborted || place.life !== died || place.successor) return
    place.life = launch(place)
    if (await place.life.ready) log.info({ worker: place.number }, 'a worker has taken its place')
  }

  function servesAnybody(): boolean {
    return places.some(({ life }) => life?.isReady)
  }

  async function roll(): Promise<boolean> {
    await prepare()
    for (const place of places) {
      if (stopping.signal.aborted) return false
      const next = launch(place)
      place.successor = next
      const isReady = await Promise.race([next.ready, startsTooLong()])
      place.successor = undefined
      if (!isReady) {
        next.isLeaving = true
        next.worker.process.kill('SIGKILL')
        log.error({ worker: place.number }, 'the new worker does not start: the others go on')
        if (!place.life?.worker.isConnected()) void replace(place, 0)
        return false
      }
      const before = place.life
      place.life = next
      place.deaths = 0
      if (before) await sendAway(before, 'leave')
      log.info({ worker: place.number }, 'a worker was exchanged')
    }
    return true
  }

  async function sendAway(life: Life, order: Order): Promise<void> {
    life.isLeaving = true
    tell(life, order)
    const timer = setTimeout(() => life.worker.process.kill('SIGKILL'), LONGEST_GOODBYE_MS)
    if (!life.worker.isDead()) await life.gone
    clearTimeout(timer)
  }

  return {
    async start() {
      const [first, ...others] = places
      if (!first) return false
      const life = launch(first)
      first.life = life
      // It died before it served, so the others would too.
      life.isLeaving = true
      if (!(await life.ready)) return false
      life.isLeaving = false
      for (const place of others) place.life = launch(place)
      await Promise.all(places.map((place) => place.life?.ready))
      return true
    },
    pids: () =>
      places.flatMap(({ life }) => (life?.isReady ? (life.worker.process.pid ?? []) : [])),
    roll,
    async stop() {
      stopping.abort()
      const alive = places
        .flatMap(({ life, successor }) => [life, successor])
        .filter((life): life is Life => life !== undefined && !life.worker.isDead())
      for (const life of alive) life.isLeaving = true
      for (const life of alive) tell(life, 'drain')
      await delay(noticeMs)
      // A worker that is not serving yet has nothing to drain.
      for (const life of alive) await sendAway(life, 'stop')
    },
  }
}

function tell({ worker, isReady }: Life, order: Order) {
  if (!isReady) worker.process.kill('SIGTERM')
  else if (worker.isConnected()) worker.send(order)
}

async function startsTooLong(): Promise<false> {
  return delay(LONGEST_START_MS, false as const, { ref: false })
}
