import { AsyncLocalStorage } from 'node:async_hooks'
import { type Transaction, TransactionBuilder } from 'kysely'
import pg from 'pg'
import { hashQuickly } from '#test/support/passwords.ts'
import { beginTestFile } from './test-database.ts'

type Shared = {
  /** The transaction around the running code. */
  aroundIt?: AsyncLocalStorage<{ isOpen: boolean }>
}

// This module is loaded anew for each test file, while one process runs many of them.
beginTestFile()
hashQuickly()
const shared = globalThis as Shared
const aroundIt = shared.aroundIt ?? refuseOuterDatabase()
shared.aroundIt = aroundIt

/** Starts work on behalf of somebody else while the caller holds a transaction open. */
export function asBystander<T>(begin: () => T): T {
  return aroundIt.exit(begin)
}

/**
 * Makes `db` throw when it is used inside a transaction. The embedded database has a single connection, so
 * there it would wait forever; PostgreSQL has several and would let the mistake pass.
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
