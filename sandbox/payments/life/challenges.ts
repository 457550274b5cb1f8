import { newId } from '#sandbox/payments/store/ids.ts'
import type { World } from '#sandbox/payments/world.ts'

/** A 3-D Secure challenge, with the interrupted payment that continues afterwards. */
export type Challenge = {
  id: string
  /** In cents; 0 if a card is only stored. */
  amount: number
  paymentMethodId: string
} & (
  | { kind: 'checkout'; sessionId: string; email: string }
  | { kind: 'invoice'; invoiceId: string }
  | { kind: 'portal'; portalSessionId: string }
)

type Opening = Challenge extends infer C ? (C extends Challenge ? Omit<C, 'id'> : never) : never

export function openChallenge(world: World, opening: Opening): string {
  const id = newId('3ds')
  world.store.run('insert into challenges values (?, ?)', id, JSON.stringify({ ...opening, id }))
  return id
}

export function findChallenge(world: World, id: string): Challenge | undefined {
  const row = world.store.one<{ json: string }>('select json from challenges where id = ?', id)
  return row && JSON.parse(row.json)
}

/** Removes and returns a 3-D Secure challenge, so that it can be answered only once. */
export function takeChallenge(world: World, id: string): Challenge | undefined {
  const row = world.store.one<{ json: string }>(
    'delete from challenges where id = ? returning json',
    id,
  )
  return row && JSON.parse(row.json)
}
