import { CamelCasePlugin, type Kysely, type LogEvent, type Transaction } from 'kysely'
import type { Tables } from './tables.ts'

export type Database = Kysely<Tables>
/** Inside a transaction every statement must use this and never the outer database. */
export type Trx = Transaction<Tables>

/** Of a statement that is over: its text without what was put into it. */
export type OnStatement = (statement: { sql: string; ms: number; error?: unknown }) => void

/** Of connections: how many there are, how many are lent, and who waits for one. */
type PoolState = { size: number; inUse: number; waiting: number; broken: number }

export type Notified = (payload: string) => void

/** One engine behind both: the same SQL, the same migrations, the same answers. */
export type OpenDatabase = {
  db: Database
  /** The same rows for what nobody waits for: jobs. Its statements may take longer. */
  work: Database
  engine: 'embedded' | 'postgres'
  /**
   * Calls back for every `pg_notify` on the channel once its transaction has committed.
   * `onGap` is called when messages may have been missed and again when listening resumes:
   * whoever keeps a cache drops it then.
   */
  listen: (
    channel: string,
    onMessage: Notified,
    onGap: (isListening: boolean) => void,
  ) => Promise<void>
  /** By the name of the pool. The embedded engine has none. */
  pools?: () => Record<string, PoolState>
  close: () => Promise<void>
}

/** For Kysely's `log`. */
export function tellStatements(onStatement: OnStatement | undefined) {
  if (!onStatement) return {}
  return {
    log: (event: LogEvent) => {
      const { level, query, queryDurationMillis: ms } = event
      onStatement({ sql: query.sql, ms, ...(level === 'error' && { error: event.error }) })
    },
  }
}

/** Names are camelCase here and snake_case there; what a JSON column holds keeps its own. */
export function camelCase() {
  return new CamelCasePlugin({ maintainNestedObjectKeys: true })
}
