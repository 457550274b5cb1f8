import type { OnStatement } from '#app/db/database.ts'
import { whatIsUnderWay } from '#app/server/under-way.ts'
import { histogram } from './instruments.ts'
import { startSpan } from './tracing.ts'

const seconds = histogram(
  'nouveau_database_statement_seconds',
  'Statements from being handed to a connection until their answer, by whether they had one',
  { outcome: ['answered', 'failed'] },
  [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15],
)

/** Measures a statement and adds a span to the current trace. */
export const onStatement: OnStatement = ({ sql, ms, error }) => {
  seconds.observe({ outcome: error === undefined ? 'answered' : 'failed' }, ms / 1000)
  const { span: parent } = whatIsUnderWay()
  // Background polling would otherwise create a trace for each statement.
  if (!parent) return
  const span = startSpan(nameOf(sql), {
    kind: 'CLIENT',
    parent,
    startedAt: Date.now() - ms,
    attributes: { 'db.system.name': 'postgresql', 'db.query.text': withoutValues(sql) },
  })
  if (error !== undefined) span?.fail(error)
  span?.end()
}

/** Name of the span: the verb and the first table, such as `select deals`. */
function nameOf(sql: string): string {
  const [, verb = 'statement'] = /^\s*(\w+)/.exec(sql) ?? []
  const [, table] = /\b(?:from|into|update)\s+"?([\w.]+)/i.exec(sql) ?? []
  return [verb.toLowerCase(), table].filter(Boolean).join(' ')
}

const LONGEST_TEXT = 2000

/** Values are passed as parameters; literals in the text are removed. */
function withoutValues(sql: string): string {
  return sql
    .slice(0, LONGEST_TEXT)
    .replace(/'(?:[^']|'')*('|$)/g, '?')
    .replace(/(?<![\w$."])\d+(\.\d+)?\b/g, '?')
}
