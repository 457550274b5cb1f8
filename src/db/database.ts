import { CamelCasePlugin, type Kysely, type Transaction } from 'kysely'
import type { Tables } from './tables.ts'

export type Database = Kysely<Tables>
/** Inside a transaction every statement must use this and never the outer database. */
export type Trx = Transaction<Tables>

export type Notified = (payload: string) => void

/** One engine behind both: the same SQL, the same migrations, the same answers. */
export type OpenDatabase = {
  db: Database
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
  close: () => Promise<void>
}

/** Names are camelCase here and snake_case there; what a JSON column holds keeps its own. */
export function camelCase() {
  return new CamelCasePlugin({ maintainNestedObjectKeys: true })
}
