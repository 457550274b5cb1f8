import type { ColumnType, Generated } from 'kysely'

/** What the database fills in where nothing is said. */
export type WithDefault<T> = Generated<T>

/** A calendar day as YYYY-MM-DD. */
export type Day = string

/** Written as text, read as what it says. */
export type Json = ColumnType<Record<string, unknown>, string, string>
export type JsonWithDefault = ColumnType<Record<string, unknown>, string | undefined, string>
