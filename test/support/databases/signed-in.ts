import { openDatabase } from '#app/db/open-database.ts'
import { newId } from '#app/server/ids.ts'
import { hashToken, newToken } from '#app/server/tokens.ts'

/** Creates `count` signed-in people in the database at that address; returns the session token of each. */
export async function signedIn(url: string, count: number): Promise<string[]> {
  const database = await openDatabase({ url, dataDir: '' })
  const people = Array.from({ length: count }, () => ({ id: newId(), token: newToken() }))
  const now = new Date()
  const users = people.map(({ id }) => ({ id, email: `${id}@people.test`, passwordHash: '' }))
  const sessions = people.map(({ id, token }) => {
    return { tokenHash: hashToken(token), userId: id, createdAt: now, lastSeenAt: now }
  })
  await database.db.insertInto('users').values(users).execute()
  await database.db.insertInto('sessions').values(sessions).execute()
  await database.close()
  return people.map(({ token }) => token)
}
