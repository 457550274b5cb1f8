import { CamelCasePlugin, type Kysely, type LogEvent, type Transaction } from 'kysely'
import type { Tables } from './tables.ts'

export type Database = Kysely<Tables>
/** Inside a transaction, every statement must use this, never the outer database. */
export type Trx = Transaction<Tables>

/** Called after each statement with its text, without parameter values. */
export type OnStatement = (statement: { sql: string; ms: number; error?: unknown }) => void

/** Numbers of connections, those in use, and callers waiting for one. */
type PoolState = { size: number; inUse: number; waiting: number; broken: number }

export type Notified = (payload: string) => void

/** An open database, on either engine: same SQL, same migrations, same results. */
export type OpenDatabase = {
  db: Database
  /** The same database for jobs, with a longer statement timeout. */
  work: Database
  engine: 'embedded' | 'postgres'
  /**
   * Calls back for every `pg_notify` on the channel once its transaction has committed. `onGap` is called when messages
   * may have been missed, and again when listening resumes; caches must be dropped then.
   */
  listen: (
    channel: string,
    onMessage: Notified,
    onGap: (isListening: boolean) => void,
  ) => Promise<void>
  /** State by pool name. The embedded engine has no pool. */
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

/** Maps camelCase to snake_case; keys inside JSON columns are left alone. */
export function camelCase() {
  return new CamelCasePlugin({ maintainNestedObjectKeys: true })
}
