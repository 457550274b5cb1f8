import { findHeldAddresses } from '#app/accounts/server/personal-data.queries.ts'
import { countAccount, exportAccount } from '#app/accounts/server/personal-data.ts'
import type { Database } from '#app/db/database.ts'
import { countFollows, exportFollows } from '#app/follows/server/personal-data.ts'
import { countGuarantee, exportGuarantee } from '#app/guarantee/server/personal-data.ts'
import { countMailings, exportMailings } from '#app/mailings/server/personal-data.ts'
import {
  findConsentIds,
  findUnclaimedIds,
} from '#app/membership/server/personal-data/personal-data.queries.ts'
import {
  countMembership,
  exportMembership,
} from '#app/membership/server/personal-data/personal-data.ts'
import { countNoticesAndDevices, exportNotices } from '#app/notices/server/personal-data.ts'
import {
  DATA_KINDS,
  type DataKind,
  PersonalData,
  type PersonalDataCounts,
} from '#app/privacy/privacy.contract.ts'
import { countReports, exportReports } from '#app/reports/server/personal-data.ts'
import { countSavedDeals, exportSaved } from '#app/saved/server/personal-data.ts'
import { countLedger, exportLedger } from '#app/savings/server/personal-data.ts'
import type { AppContext } from '#app/server/context.ts'
import {
  countMailsTo,
  findMailsTo,
  findRefusedSince,
} from '#app/server/mail/personal-data.queries.ts'
import type { DataCount } from '#app/server/personal-data.queries.ts'
import { signInRequired } from '#app/server/problem.ts'
import { countTracking, exportTracking } from '#app/tracking/server/personal-data.ts'

export type Person = {
  id: string
  email: string
  /** Id of the consent that this browser holds, unless it belongs to somebody else. */
  consentId: string | undefined
}

/** Counts the personal data of a person by kind, with its first and last dates. */
export async function countPersonalData(
  { db }: Pick<AppContext, 'db'>,
  { id: userId, email, consentId }: Person,
): Promise<PersonalDataCounts> {
  const account = await countAccount(db, userId)
  if (!account) throw signInRequired()
  const unclaimedIds = await findUnclaimedIds(db, email)
  const addresses = await findHeldAddresses(db, { userId, email })
  const counts: Record<DataKind, DataCount> = {
    ...account,
    ...(await countMembership(db, { userId, email, unclaimedIds })),
    ...(await countTracking(db, await whoseTracking(db, userId, consentId))),
    ...(await countLedger(db, userId)),
    ...(await countGuarantee(db, userId)),
    ...(await countSavedDeals(db, userId)),
    ...(await countFollows(db, userId)),
    ...(await countMailings(db, userId)),
    ...(await countReports(db, userId)),
    ...(await countNoticesAndDevices(db, userId)),
    mails: await countMailsTo(db, { addresses, unclaimedIds }),
  }
  const mailRefusedAt = await findRefusedSince(db, { addresses, unclaimedIds })
  return {
    mailRefusedAt: mailRefusedAt?.toISOString() ?? null,
    kept: DATA_KINDS.map((kind) => ({ kind, ...counts[kind] }))
      .filter(({ count }) => count > 0)
      .map(({ kind, count, uncounted, firstAt, lastAt }) => ({
        kind,
        count,
        ...(uncounted === undefined ? {} : { uncounted }),
        firstAt: firstAt?.toISOString() ?? null,
        lastAt: lastAt?.toISOString() ?? null,
      })),
  }
}

/** Exports all personal data of a person, without secrets and without what visitors may not see of deals. */
export async function exportPersonalData(
  ctx: Pick<AppContext, 'db' | 'now' | 'config'>,
  { id: userId, email, consentId }: Person,
): Promise<PersonalData> {
  const { db } = ctx
  const account = await exportAccount(db, userId)
  if (!account) throw signInRequired()
  const unclaimedIds = await findUnclaimedIds(db, email)
  const addresses = await findHeldAddresses(db, { userId, email })
  const everything = {
    about: { club: ctx.config.club.name, madeAt: ctx.now(), leftOut: LEFT_OUT },
    ...account,
    ...(await exportMembership(db, { userId, email, unclaimedIds })),
    ...(await exportTracking(db, await whoseTracking(db, userId, consentId))),
    ...(await exportLedger(db, userId)),
    ...(await exportGuarantee(db, userId)),
    ...(await exportSaved(db, userId)),
    ...(await exportFollows(db, userId)),
    ...(await exportMailings(db, userId)),
    ...(await exportReports(db, userId)),
    ...(await exportNotices(db, userId)),
    mails: await findMailsTo(db, { addresses, unclaimedIds }),
  }
  // Turns dates into text and drops whatever the schema does not name.
  return PersonalData.parse(JSON.parse(JSON.stringify(everything)))
}

async function whoseTracking(db: Database, userId: string, consentId: string | undefined) {
  const consentIds = await findConsentIds(db, userId)
  return { userId, consentIds: consentId ? [...consentIds, consentId] : consentIds }
}

const LEFT_OUT =
  'Your password and the secrets of your cookies and links are kept as hashes only, and are not in here; nor are the addresses at which browsers take alerts. Counters of attempts name you by a hash or an id and are gone within a day.'
