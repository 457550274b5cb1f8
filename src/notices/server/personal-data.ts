import type { Database } from '#app/db/database.ts'
import {
  countToldOf,
  countWaitingOf,
  findToldOf,
  findWaitingOf,
} from '#app/notices/server/alerts/telling.queries.ts'
import { countNoticesOf, findNoticesOf } from '#app/notices/server/inbox/inbox.queries.ts'
import { countDevicesOf, findDevicesOf } from '#app/notices/server/push/push.queries.ts'

/** Exports a person's notices, alerts and devices. All are deleted with the account. */
export async function exportNotices(db: Database, userId: string) {
  return {
    notices: await findNoticesOf(db, userId),
    toldDeals: await findToldOf(db, userId),
    waitingAlerts: await findWaitingOf(db, userId),
    pushDevices: await findDevicesOf(db, userId),
  }
}

/** Counts the rows that `exportNotices` returns. */
export async function countNoticesAndDevices(db: Database, userId: string) {
  return {
    notices: await countNoticesOf(db, userId),
    toldDeals: await countToldOf(db, userId),
    waitingAlerts: await countWaitingOf(db, userId),
    pushDevices: await countDevicesOf(db, userId),
  }
}
