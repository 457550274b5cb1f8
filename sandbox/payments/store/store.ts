import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import type { HiddenOf, Kind, Kinds } from './kinds.ts'
import { SCHEMA } from './schema.ts'

type Row = Record<string, SQLInputValue>
export type Range = {
  gt?: number | undefined
  gte?: number | undefined
  lt?: number | undefined
  lte?: number | undefined
}
/** JSON paths with the value that each must have, or a list of allowed ones. Undefined matches anything. */
export type Where = Record<string, string | number | boolean | string[] | undefined>
export type Page = {
  where?: Where
  created?: Range | undefined
  limit?: number | undefined
  startingAfter?: string | undefined
  endingBefore?: string | undefined
}

export type Store = ReturnType<typeof openStore>

/** Opens the store in DATA_DIR/sandbox, apart from the product's database. */
export function openStore(dataDir: string) {
  const folder = path.join(dataDir, 'sandbox')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const db = new DatabaseSync(path.join(folder, 'payments.sqlite'))
  db.exec('pragma busy_timeout = 10000')
  db.exec('pragma journal_mode = wal; pragma synchronous = normal')
  db.exec(SCHEMA)

  const prepared = new Map<string, StatementSync>()
  function statement(sql: string): StatementSync {
    const known = prepared.get(sql) ?? db.prepare(sql)
    prepared.set(sql, known)
    return known
  }
  const run = (sql: string, ...values: SQLInputValue[]) => statement(sql).run(...values)
  const one = <R = Row>(sql: string, ...values: SQLInputValue[]) =>
    statement(sql).get(...values) as R | undefined
  const all = <R = Row>(sql: string, ...values: SQLInputValue[]) =>
    statement(sql).all(...values) as R[]

  let isInTransaction = false
  let afterCommit = () => {}
  /** Runs work in a transaction; joins the outer one if there is one. */
  function transaction<T>(work: () => T): T {
    if (isInTransaction) return work()
    db.exec('begin immediate')
    isInTransaction = true
    try {
      const result = work()
      db.exec('commit')
      isInTransaction = false
      afterCommit()
      return result
    } catch (error) {
      if (isInTransaction) db.exec('rollback')
      throw error
    } finally {
      isInTransaction = false
    }
  }

  function find<K extends Kind>(kind: K, id: string): Kinds[K] | undefined {
    const row = one<{ json: string }>(
      'select json from objects where id = ? and kind = ?',
      id,
      kind,
    )
    return row && JSON.parse(row.json)
  }

  return {
    run,
    one,
    all,
    transaction,
    onCommit: (listener: () => void) => {
      afterCommit = listener
    },
    close: () => db.close(),

    find,
    get<K extends Kind>(kind: K, id: string): Kinds[K] {
      const found = find(kind, id)
      if (!found) throw new Error(`The sandbox lost its ${kind} ${id}`)
      return found
    },
    /** The object with this id, of any kind. */
    findAny(id: string): Kinds[Kind] | undefined {
      const row = one<{ json: string }>('select json from objects where id = ?', id)
      return row && JSON.parse(row.json)
    },
    insert<K extends Kind>(
      object: Kinds[K] & { object: K },
      ...[hidden]: HiddenOf<K> extends null ? [] : [HiddenOf<K>]
    ): Kinds[K] {
      run(
        'insert into objects (id, kind, created, json, hidden) values (?, ?, ?, ?, ?)',
        object.id,
        object.object,
        createdOf(object),
        JSON.stringify(object),
        JSON.stringify(hidden ?? null),
      )
      return object
    },
    save(object: Kinds[Kind]): void {
      run('update objects set json = ? where id = ?', JSON.stringify(object), object.id)
    },
    hidden<K extends Kind>(_kind: K, id: string): HiddenOf<K> {
      const row = one<{ hidden: string }>('select hidden from objects where id = ?', id)
      if (!row) throw new Error(`The sandbox lost ${id}`)
      return JSON.parse(row.hidden)
    },
    saveHidden<K extends Kind>(_kind: K, id: string, hidden: HiddenOf<K>): void {
      run('update objects set hidden = ? where id = ?', JSON.stringify(hidden), id)
    },

    /** Newest first. */
    list<K extends Kind>(kind: K, page: Page = {}): Kinds[K][] {
      const { sql, values } = selection(kind, page)
      const limit = page.limit ?? -1
      if (page.endingBefore !== undefined) {
        const rows = all<{ json: string }>(
          `select json from objects where ${sql} and seq > ? order by seq limit ?`,
          ...values,
          seqOf(page.endingBefore),
          limit,
        )
        return rows.reverse().map(({ json }) => JSON.parse(json))
      }
      const before = page.startingAfter === undefined ? MAX_SEQ : seqOf(page.startingAfter)
      const rows = all<{ json: string }>(
        `select json from objects where ${sql} and seq < ? order by seq desc limit ?`,
        ...values,
        before,
        limit,
      )
      return rows.map(({ json }) => JSON.parse(json))
    },

    readSetting<T>(name: string, fallback: T): T {
      const row = one<{ value: string }>('select value from settings where name = ?', name)
      return row ? JSON.parse(row.value) : fallback
    },
    writeSetting(name: string, value: unknown): void {
      run(
        'insert into settings values (?, ?) on conflict (name) do update set value = excluded.value',
        name,
        JSON.stringify(value),
      )
    },
  }

  function seqOf(id: string): number {
    return one<{ seq: number }>('select seq from objects where id = ?', id)?.seq ?? 0
  }
}

const MAX_SEQ = Number.MAX_SAFE_INTEGER

/** Discounts are the only objects without `created`. */
function createdOf(object: Kinds[Kind]): number {
  return 'created' in object ? object.created : object.start
}

const COMPARISONS = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const

function selection(kind: Kind, { where = {}, created = {} }: Page) {
  const conditions = ['kind = ?']
  const values: SQLInputValue[] = [kind]
  for (const [field, wanted] of Object.entries(where)) {
    if (wanted === undefined) continue
    const oneOf = [wanted].flat()
    conditions.push(`json_extract(json, ?) in (${oneOf.map(() => '?').join(', ')})`)
    values.push(`$.${field}`, ...oneOf.map((each) => (typeof each === 'boolean' ? +each : each)))
  }
  for (const [name, comparison] of Object.entries(COMPARISONS)) {
    const bound = created[name as keyof Range]
    if (bound === undefined) continue
    conditions.push(`created ${comparison} ?`)
    values.push(bound)
  }
  return { sql: conditions.join(' and '), values }
}
