import { AsyncLocalStorage } from 'node:async_hooks'
import { type Transaction, TransactionBuilder } from 'kysely'
import pg from 'pg'
import { hashQuickly } from '#test/support/passwords.ts'
import { beginTestFile } from './test-database.ts'

type Shared = {
  /** The transaction that the running code is inside of. */
  aroundIt?: AsyncLocalStorage<{ isOpen: boolean }>
}

// Loaded again for each file, in one process for many.
beginTestFile()
hashQuickly()
const shared = globalThis as Shared
const aroundIt = shared.aroundIt ?? refuseOuterDatabase()
shared.aroundIt = aroundIt

/** Begins somebody else's work while the caller holds a transaction open. */
export function asBystander<T>(begin: () => T): T {
  return aroundIt.exit(begin)
}

/**
 * The embedded database has one connection: `db` used inside a transaction waits there for ever.
 * PostgreSQL has several and would let it pass, so whatever a test does there is refused it.
 */
function refuseOuterDatabase(): AsyncLocalStorage<{ isOpen: boolean }> {
  const around = new AsyncLocalStorage<{ isOpen: boolean }>()
  const { execute } = TransactionBuilder.prototype
  TransactionBuilder.prototype.execute = function <T>(
    this: TransactionBuilder<unknown>,
    work: (trx: Transaction<unknown>) => Promise<T>,
  ): Promise<T> {
    return execute.call(this, async (trx) => {
      const transaction = { isOpen: true }
      try {
        return await around.run(transaction, () => work(trx))
      } finally {
        transaction.isOpen = false
      }
    }) as Promise<T>
  }

  const { connect } = pg.Pool.prototype
  pg.Pool.prototype.connect = function (this: pg.Pool, ...given: Parameters<typeof connect>) {
    if (around.getStore()?.isOpen) throw new Error('db was used inside a trx.')
    return connect.apply(this, given)
  } as typeof connect
  return around
}
