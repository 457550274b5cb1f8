import type { FastifyRequest } from 'fastify'
import { badRequest } from '#app/server/problem.ts'

/** Deeper than anything the product sends. */
const DEEPEST = 20

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

type Done = (error: Error | null, body?: unknown) => void

/**
 * Reads a JSON body strictly, so that nobody reads it differently: valid UTF-8 without a mark in
 * front, no key twice, no deep nesting, no text that a database cannot hold. Calls that take no
 * body may still be declared as JSON and be empty.
 */
export function parseJsonBody(_request: FastifyRequest, bytes: Buffer, done: Done): void {
  try {
    done(null, bytes.length === 0 ? undefined : readJson(bytes))
  } catch {
    done(badRequest('The request is not valid JSON.'))
  }
}

function readJson(bytes: Buffer): unknown {
  const text = decoder.decode(bytes)
  // First whether it is JSON at all: on other text what follows could be made to take long.
  JSON.parse(text)
  refuseDepthAndRepeats(text)
  return JSON.parse(text, refuseUnstorable)
}

/**
 * NUL and half a surrogate pair are JSON, but no text in PostgreSQL. `__proto__` is never a field.
 */
function refuseUnstorable(key: string, value: unknown): unknown {
  if (key === '__proto__' || !isStorable(key)) throw new SyntaxError('key')
  if (typeof value === 'string' && !isStorable(value)) throw new SyntaxError('text')
  return value
}

function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}

/** A string, or one of the marks that shape the document. */
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]:,]/gs

function refuseDepthAndRepeats(text: string): void {
  const open: Array<Set<string> | 'list'> = []
  let isKeyNext = false
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === '{' || token === '[') {
      if (open.push(token === '{' ? new Set() : 'list') > DEEPEST) throw new SyntaxError('depth')
      isKeyNext = token === '{'
    } else if (token === '}' || token === ']') {
      open.pop()
      isKeyNext = false
    } else if (token === ',') {
      isKeyNext = open.at(-1) !== 'list'
    } else if (token !== ':' && isKeyNext) {
      const keys = open.at(-1)
      const key = JSON.parse(token)
      if (keys instanceof Set) {
        if (keys.has(key)) throw new SyntaxError('repeated key')
        keys.add(key)
      }
      isKeyNext = false
    }
  }
}
