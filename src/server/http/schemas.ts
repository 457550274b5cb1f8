import type { FastifySchemaCompiler } from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import { config } from 'zod'
import type { $ZodType } from 'zod/v4/core'
import { badRequest } from '#app/server/problem.ts'

const NOUNS: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
}

/** Sets default validation messages that are meant for users. */
export function setZodMessages(): void {
  config({
    customError: (issue) => {
      const isAbsent = issue.input === undefined
      if (isAbsent && /^invalid_(type|value)$/.test(issue.code ?? '')) return 'is required'
      if (issue.code === 'invalid_type') return `must be ${NOUNS[issue.expected] ?? issue.expected}`
      if (issue.code === 'invalid_value') return oneOf(issue.values)
      if (issue.code === 'invalid_union' && issue.discriminator !== undefined) {
        const said = (issue.input as Record<string, unknown>)[issue.discriminator]
        return said === undefined ? 'is required' : oneOf(issue.options as unknown[])
      }
      if (issue.code === 'too_big') return tooMuch(issue.origin, issue.maximum)
      if (issue.code === 'too_small') return tooLittle(issue.origin, issue.minimum)
      if (issue.code === 'invalid_format') return 'is not in the right form'
      return undefined
    },
  })
}

function oneOf(values: readonly unknown[]): string {
  return `must be one of: ${values.join(', ')}`
}

const NUMBERS = ['number', 'int', 'bigint']

function tooMuch(origin: string, maximum: number | bigint): string {
  if (NUMBERS.includes(origin)) return `must be at most ${maximum}`
  return origin === 'array' ? `must be at most ${maximum} entries` : 'is too long'
}

function tooLittle(origin: string, minimum: number | bigint): string {
  if (NUMBERS.includes(origin)) return `must be at least ${minimum}`
  return origin === 'array' ? `must be at least ${minimum} entries` : 'is too short'
}

/** Zod's validator, after a check that all text in the body can be stored in PostgreSQL. */
export const compileValidator: FastifySchemaCompiler<$ZodType> = (route) => {
  const validate = validatorCompiler(route)
  if (route.httpPart !== 'body') return validate
  return (body) => (isStorable(body) ? validate(body) : { error: notJson() })
}

export function notJson() {
  return badRequest('The request is not valid JSON.')
}

/** NUL and lone surrogates are valid JSON, but PostgreSQL cannot store them. */
function isStorable(body: unknown): boolean {
  // Iterative instead of recursive: hostile JSON may nest deeper than the stack.
  const found = [body]
  for (const value of found) {
    if (typeof value === 'string' && (!value.isWellFormed() || value.includes('\0'))) return false
    if (typeof value === 'object' && value !== null) {
      found.push(...Object.keys(value), ...Object.values(value))
    }
  }
  return true
}
