import type { AppContext } from '#app/server/context.ts'
import { findPushKeys, insertPushKeys } from './push.queries.ts'

type PushKeys = { publicKey: string; privateKey: string }

/**
 * Returns the VAPID keys that identify us to push services. They are created once, by whichever process is
 * first, and kept for good: with other keys, no registered device could be reached any more.
 */
export async function readPushKeys({ db, now }: Pick<AppContext, 'db' | 'now'>): Promise<PushKeys> {
  const known = await findPushKeys(db)
  if (known) return known
  const { default: webPush } = await import('web-push')
  await insertPushKeys(db, { ...webPush.generateVAPIDKeys(), createdAt: now() })
  const made = await findPushKeys(db)
  if (!made) throw new Error('The keys for push were not kept.')
  return made
}
