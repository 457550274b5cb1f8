import type { ColumnType, Generated } from 'kysely'

/** A column with a default. */
export type WithDefault<T> = Generated<T>

/** A calendar day as YYYY-MM-DD. */
export type Day = string

/** JSON: written as text, read as an object. */
export type Json = ColumnType<Record<string, unknown>, string, string>
export type JsonWithDefault = ColumnType<Record<string, unknown>, string | undefined, string>
