import { timingSafeEqual } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { parse } from 'qs'
import type { z } from 'zod'
import { catchUp } from '#sandbox/payments/life/calendar.ts'
import { invalid, ProviderError } from '#sandbox/payments/provider-error.ts'
import { newId } from '#sandbox/payments/store/ids.ts'
import { API_VERSION, type World } from '#sandbox/payments/world.ts'
import { expandAnswer } from './expand.ts'
import { type Answer, beginOnce, finishOnce, forgetKey } from './idempotency.ts'
import { parseParams } from './params.ts'

type Method = 'GET' | 'POST' | 'DELETE'
type Path = Record<string, string>
type Handler<S extends z.ZodType> = (world: World, params: z.infer<S>, path: Path) => object

/** Registers one call of the provider's API. */
export type AddCall = <S extends z.ZodType<{ expand?: string[] | undefined }>>(
  method: Method,
  path: string,
  params: S,
  handle: Handler<S>,
) => void

/** Runs the steps of every call: authentication, idempotency, parameters, work, response. */
export function createCalls(
  api: FastifyInstance,
  world: World,
  { secretKey }: { secretKey: string },
): AddCall {
  return (method, path, schema, handle) => {
    api.route({
      method,
      url: path,
      schema: { hide: true },
      config: { access: 'machine', requestClass: 'none' },
      handler: async (request, reply) => {
        const requestId = newId('req', 14)
        setHeaders(world, reply, requestId)
        const { isDown, latencyMs, failAfterWork } = world.switches()
        if (isDown) throw DOWN
        requireKey(request, secretKey)
        requireVersion(request)

        const raw = rawParams(request)
        const params = parseParams(schema, raw)
        const key = method === 'POST' ? idempotencyKey(request) : undefined
        if (key) {
          reply.header('idempotency-key', key)
          const call = `${method} ${request.url.split('?')[0]}\n${JSON.stringify(raw)}`
          const earlier = beginOnce(world, { key, call, requestId })
          if (earlier) return replay(reply, earlier)
        }
        if (latencyMs > 0) await wait(latencyMs)

        const finish = (answer: Outcome): Outcome => {
          const isTorn = failAfterWork && method !== 'GET' && answer.status === 200
          const told = isTorn ? AFTER_WORK : answer
          if (key) finishOnce(world, key, told)
          return told
        }
        const cause = { id: requestId, idempotency_key: key ?? null }
        const handleAll = () =>
          expandAnswer(world, handle(world, params, request.params as Path), params.expand)
        try {
          return send(reply, work(world, cause, handleAll, finish))
        } catch (error) {
          if (key) forgetKey(world, key)
          throw error
        }
      },
    })
  }
}

/**
 * Runs a call in one transaction at one moment of the clock, after everything that is due. The response is
 * stored with its idempotency key in the same transaction, so that after a crash either both are stored or
 * neither.
 */
function work(
  world: World,
  cause: World['request'],
  handle: () => object,
  finish: (answer: Outcome) => Outcome,
): Outcome {
  catchUp(world)
  world.request = cause
  try {
    return world.store.transaction(() =>
      world.clock.at(world.clock.nowMs(), () => finish(attempt(handle))),
    )
  } catch (error) {
    if (error instanceof ProviderError) return finish(answerOf(error))
    throw error
  } finally {
    world.request = null
  }
}

/** Errors roll back the work unless the failed attempt has to be kept. */
function attempt(handle: () => object): Outcome {
  try {
    return { status: 200, body: JSON.stringify(handle(), null, 2) }
  } catch (error) {
    if (error instanceof ProviderError && error.keepsWork) return answerOf(error)
    throw error
  }
}

type Outcome = Omit<Answer, 'requestId'>

export function answerOf({ status, facts }: ProviderError): Outcome {
  const docs = facts.code
    ? { doc_url: `https://docs.stripe.com/error-codes/${facts.code.replaceAll('_', '-')}` }
    : {}
  return { status, body: JSON.stringify({ error: { ...facts, ...docs } }, null, 2) }
}

export function send(reply: FastifyReply, { status, body }: Outcome) {
  return reply.code(status).type('application/json').send(body)
}

function replay(reply: FastifyReply, { status, body, requestId }: Answer) {
  reply.header('idempotent-replayed', 'true').header('original-request', requestId)
  return send(reply, { status, body })
}

const DOWN = new ProviderError(503, {
  type: 'api_error',
  message: 'The service is currently unavailable. (The sandbox was told to be down.)',
})

const AFTER_WORK = answerOf(
  new ProviderError(500, {
    type: 'api_error',
    message: 'An unknown error occurred. (The sandbox was told to fail after its work.)',
  }),
)

export function setHeaders(world: World, reply: FastifyReply, requestId: string): void {
  reply.headers({
    'request-id': requestId,
    'stripe-version': API_VERSION,
    date: new Date(world.clock.nowMs()).toUTCString(),
    'cache-control': 'no-cache, no-store',
  })
}

function requireKey({ headers }: FastifyRequest, secretKey: string): void {
  const given = keyIn(headers.authorization ?? '')
  if (given === '') {
    throw new ProviderError(401, {
      type: 'invalid_request_error',
      message:
        'You did not provide an API key. You need to provide your API key in the Authorization ' +
        "header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    })
  }
  const [a, b] = [Buffer.from(given), Buffer.from(secretKey)]
  if (a.length === b.length && timingSafeEqual(a, b)) return
  const hint = given.length > 12 ? `${given.slice(0, 8)}****${given.slice(-4)}` : '****'
  throw new ProviderError(401, {
    type: 'invalid_request_error',
    message: `Invalid API Key provided: ${hint}`,
  })
}

/** The API key, sent as Bearer token or as the user name of Basic authentication. */
function keyIn(authorization: string): string {
  const [scheme = '', value = ''] = authorization.split(' ')
  if (/^bearer$/i.test(scheme)) return value
  if (!/^basic$/i.test(scheme)) return ''
  return Buffer.from(value, 'base64').toString().split(':')[0] ?? ''
}

function requireVersion({ headers }: FastifyRequest): void {
  const version = headers['stripe-version']
  if (version === undefined || version === API_VERSION) return
  throw invalid(`Invalid Stripe API version: ${version}. The sandbox speaks ${API_VERSION}.`)
}

function idempotencyKey({ headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key']
  return typeof key === 'string' && key !== '' ? key : undefined
}

/** The parameters of the query and the body together, as nested text. */
function rawParams({ body, url }: FastifyRequest): object {
  const query = url.includes('?') ? url.slice(url.indexOf('?') + 1) : ''
  return { ...parseForm(query), ...(body as object | undefined) }
}

export function parseForm(form: string): object {
  return parse(form, { depth: 8, arrayLimit: 100, parameterLimit: 1000 })
}
