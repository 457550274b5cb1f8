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

/** Counts a statement, and makes it a part of the trace of what asked for it. */
export const onStatement: OnStatement = ({ sql, ms, error }) => {
  seconds.observe({ outcome: error === undefined ? 'answered' : 'failed' }, ms / 1000)
  const { span: parent } = whatIsUnderWay()
  // What asks by itself, such as a queue that is looked at, would be a trace each.
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

/** `select deals`: what is done to which table first. */
function nameOf(sql: string): string {
  const [, verb = 'statement'] = /^\s*(\w+)/.exec(sql) ?? []
  const [, table] = /\b(?:from|into|update)\s+"?([\w.]+)/i.exec(sql) ?? []
  return [verb.toLowerCase(), table].filter(Boolean).join(' ')
}

const LONGEST_TEXT = 2000

/** Values travel beside the text; what stands in it all the same is left out. */
function withoutValues(sql: string): string {
  return sql
    .slice(0, LONGEST_TEXT)
    .replace(/'(?:[^']|'')*('|$)/g, '?')
    .replace(/(?<![\w$."])\d+(\.\d+)?\b/g, '?')
}
