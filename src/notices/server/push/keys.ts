import type { AppContext } from '#app/server/context.ts'
import { findPushKeys, insertPushKeys } from './push.queries.ts'

type PushKeys = { publicKey: string; privateKey: string }

/**
 * The keys by which the browsers' push services know us: made once, by whichever process is first, and
 * kept for good. Other keys would make every device that was ever added deaf.
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
