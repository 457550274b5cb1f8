import type { AnswerVersion, VersionCount, VersionStandings } from '#app/accounts/terms.contract.ts'
import type { Database, Trx } from '#app/db/database.ts'
import type { AppContext } from '#app/server/context.ts'
import { newId } from '#app/server/ids.ts'
import { notFound, Problem } from '#app/server/problem.ts'
import { businessDay } from '#app/shared/dates.ts'
import {
  LEGAL_DOCUMENTS,
  LEGAL_TITLES,
  type LegalDocument,
  legalVersions,
  versionInForce,
} from '#app/shared/legal-versions.ts'
import {
  countAnswers,
  findAcceptancesOf,
  findAccountSince,
  insertPutOff,
  upsertAcceptance,
} from './acceptances.queries.ts'
import { versionStandingOf } from './acceptances.rules.ts'

/** The version shown now, which a person accepts by continuing. */
export function acceptedNow(
  ctx: Pick<AppContext, 'config' | 'now'>,
  document: LegalDocument,
): number {
  return versionInForce(document, ctx.config.club, businessDay(ctx.now())).version
}

type Acceptance = {
  userId: string
  document: LegalDocument
  /** Null when requested before versions were numbered. */
  version: number | null
  place: 'sign-up' | 'joining' | 'asked'
  acceptedAt: Date
}

/** Records an acceptance; the first one of a version is kept. It survives the account, anonymized. */
export async function recordAcceptance(trx: Trx, acceptance: Acceptance): Promise<void> {
  await upsertAcceptance(trx, { id: newId(), ...acceptance })
}

/** Which versions of terms and policy somebody has accepted, and which they still need to be asked about. */
export async function readVersionStandings(
  ctx: AppContext,
  userId: string,
): Promise<VersionStandings> {
  const createdAt = await findAccountSince(ctx.db, userId)
  if (!createdAt) throw notFound('account')
  const answers = await findAcceptancesOf(ctx.db, userId)
  const { club } = ctx.config
  return {
    documents: LEGAL_DOCUMENTS.map((document) =>
      versionStandingOf({
        document,
        versions: legalVersions(document, club),
        sinceDay: businessDay(createdAt),
        answers,
      }),
    ),
  }
}

/**
 * Records that an existing account accepts the newest version or postpones it; neither restricts access. Throws 404
 * for an unknown version, 409 for one that is no longer the newest.
 */
export async function answerVersion(
  ctx: AppContext,
  { userId, document, version, answer }: AnswerVersion & { userId: string },
): Promise<void> {
  const newest = legalVersions(document, ctx.config.club).length
  if (version > newest) throw notFound('version')
  if (version < newest) {
    throw new Problem(
      409,
      'newer-version',
      `There is a newer version of the ${LEGAL_TITLES[document]}: read it first.`,
    )
  }
  const answered = { userId, document, version, place: 'asked' as const }
  const now = ctx.now()
  await ctx.db.transaction().execute(async (trx) => {
    if (answer === 'accept') await recordAcceptance(trx, { ...answered, acceptedAt: now })
    else await insertPutOff(trx, { id: newId(), ...answered, acceptedAt: null, putOffAt: now })
  })
}

/** Every version, with how many accounts (deleted ones included) accepted or postponed it. */
export async function countVersions(ctx: {
  db: Database
  config: AppContext['config']
}): Promise<VersionCount[]> {
  const counts = await countAnswers(ctx.db)
  return LEGAL_DOCUMENTS.flatMap((document) =>
    legalVersions(document, ctx.config.club).map(({ version, from }) => {
      const found = counts.find((each) => each.document === document && each.version === version)
      const { accepted = 0, putOff = 0 } = found ?? {}
      return { document, version, from, accepted, putOff }
    }),
  )
}
