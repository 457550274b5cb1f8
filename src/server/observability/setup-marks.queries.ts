import type { Database } from '#app/db/database.ts'

export type SetupMark = { happenedAt: Date; words: string }

export async function upsertSetupMark(
  db: Database,
  mark: SetupMark & { name: string },
): Promise<void> {
  const { happenedAt, words } = mark
  await db
    .insertInto('setupMarks')
    .values(mark)
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ happenedAt, words }))
    .execute()
}

export async function findSetupMark(db: Database, name: string): Promise<SetupMark | undefined> {
  return db
    .selectFrom('setupMarks')
    .select(['happenedAt', 'words'])
    .where('name', '=', name)
    .executeTakeFirst()
}
