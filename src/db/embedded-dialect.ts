import type { PGlite } from '@electric-sql/pglite'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PGliteAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'

/** Without a pause after this much continuous work, timers and sockets starve. */
const LONGEST_TURN_MS = 5
/** Far beyond any legitimate wait. The usual cause is `db` used instead of `trx`. */
const LONGEST_WAIT_MS = 30_000

type Settings = {
  pglite: PGlite
  yieldTurn: () => Promise<unknown>
  longestWaitMs?: number | undefined
}

/**
 * Kysely dialect for PGlite. The one that Kysely ships gives the single connection to everybody at once, so a statement
 * could end up inside somebody else's transaction and be rolled back with it. This one lends the connection to one
 * borrower at a time.
 */
export class EmbeddedDialect implements Dialect {
  readonly #settings: Settings

  constructor(settings: Settings) {
    this.#settings = settings
  }
  createDriver = () => new EmbeddedDriver(this.#settings)
  createQueryCompiler = () => new PostgresQueryCompiler()
  createAdapter = () => new EmbeddedAdapter()
  createIntrospector: Dialect['createIntrospector'] = (db) => new PostgresIntrospector(db)
}

/**
 * If Kysely knew that there is only one connection, it would queue for it without a time limit, before asking the
 * driver. The driver's own queue gives up with an explanation.
 */
class EmbeddedAdapter extends PGliteAdapter {
  override get supportsMultipleConnections() {
    return true
  }
}

class EmbeddedDriver implements Driver {
  readonly #connection: EmbeddedConnection
  readonly #waiting: Array<() => void> = []
  readonly #longestWaitMs: number
  #isLent = false

  constructor(settings: Settings) {
    this.#connection = new EmbeddedConnection(settings)
    this.#longestWaitMs = settings.longestWaitMs ?? LONGEST_WAIT_MS
  }

  async init() {}

  async acquireConnection() {
    if (this.#isLent) await this.#turn()
    this.#isLent = true
    return this.#connection
  }

  async releaseConnection() {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#isLent = false
  }

  async beginTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw('begin'))
  }

  async commitTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw('commit'))
  }

  async rollbackTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw('rollback'))
  }

  async destroy() {}

  #turn() {
    return new Promise<void>((resolve, reject) => {
      const giveUp = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(take), 1)
        reject(new Error('Waited too long for the embedded database. Was db used inside a trx?'))
      }, this.#longestWaitMs)
      const take = () => {
        clearTimeout(giveUp)
        resolve()
      }
      this.#waiting.push(take)
    })
  }
}

class EmbeddedConnection implements DatabaseConnection {
  readonly #settings: Settings
  #turnStartedAt = performance.now()

  constructor(settings: Settings) {
    this.#settings = settings
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (performance.now() - this.#turnStartedAt > LONGEST_TURN_MS) {
      await this.#settings.yieldTurn()
      this.#turnStartedAt = performance.now()
    }
    const { rows, affectedRows } = await this.#settings.pglite.query<R>(query.sql, [
      ...query.parameters,
    ])
    return { rows, numAffectedRows: BigInt(affectedRows ?? 0) }
  }

  // biome-ignore lint/correctness/useYield: the engine answers whole results only.
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('The embedded database does not stream.')
  }
}
