import { createHash } from 'node:crypto'
import { invalid, ProviderError } from '#sandbox/payments/provider-error.ts'
import { DAY } from '#sandbox/payments/store/clock.ts'
import type { World } from '#sandbox/payments/world.ts'

export type Answer = { status: number; body: string; requestId: string }

const KEPT_SECONDS = DAY
/** A call that holds its idempotency key longer than this has crashed. */
const ABANDONED_MS = 30_000

type Row = {
  fingerprint: string
  request_id: string
  started_ms: number
  status: number | null
  body: string | null
}

/**
 * Claims an idempotency key for a call. Returns the stored response of the first call with this key, whatever
 * it was; undefined if this is the first.
 */
export function beginOnce(
  world: World,
  { key, call, requestId }: { key: string; call: string; requestId: string },
): Answer | undefined {
  if (key.length > 255) throw invalid('Idempotency keys may be at most 255 characters long.')
  const fingerprint = createHash('sha256').update(call).digest('base64')
  const now = world.clock.seconds()
  return world.store.transaction(() => {
    world.store.run('delete from answers where created <= ?', now - KEPT_SECONDS)
    const row = world.store.one<Row>('select * from answers where key = ?', key)
    if (row && row.fingerprint !== fingerprint) {
      throw new ProviderError(400, {
        type: 'idempotency_error',
        message:
          'Keys for idempotent requests can only be used with the same parameters they were ' +
          `first used with. Try using a key other than '${key}' if you meant to execute a ` +
          'different request.',
      })
    }
    if (row?.status) return { status: row.status, body: row.body ?? '', requestId: row.request_id }
    if (row && row.started_ms > Date.now() - ABANDONED_MS) {
      throw new ProviderError(409, {
        type: 'invalid_request_error',
        code: 'idempotency_key_in_use',
        message:
          'There is currently another in-progress request using this Idempotent Key (that ' +
          'probably means you submitted twice, and the other request is still going through): ' +
          `${key}. Please try again later.`,
      })
    }
    world.store.run(
      'insert or replace into answers values (?, ?, ?, ?, ?, null, null)',
      key,
      fingerprint,
      requestId,
      now,
      Date.now(),
    )
  })
}

export function finishOnce(world: World, key: string, { status, body }: Omit<Answer, 'requestId'>) {
  world.store.run('update answers set status = ?, body = ? where key = ?', status, body, key)
}

/** Releases the key of a call that was not started. */
export function forgetKey(world: World, key: string): void {
  world.store.run('delete from answers where key = ? and status is null', key)
}
