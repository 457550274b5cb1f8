import { cpSync } from 'node:fs'
import { sql } from 'kysely'
import type { Database } from '#app/db/database.ts'
import { openEmbedded } from '#app/db/embedded.ts'
import { migrate } from '#app/db/migrate.ts'
import { fillDemo } from '#app/demo/demo.ts'
import { businessDay } from '#app/shared/dates.ts'
import { prepared } from '#test/support/databases/prepared.ts'
import type { TestDatabase } from '#test/support/databases/test-database.ts'
import { createAppOn } from './test-app.ts'

/** The sources that the demo's catalogue depends on: all but the pages. */
const SOURCES = [
  ...['src/*.ts', 'src/*/*.ts', 'src/{db,shared,server}/**/*.{ts,sql}', 'src/*/server/**/*.ts'],
  ...['demo/**/*', 'package-lock.json'],
]

/**
 * Fills a folder with the demo's catalogue and people, as the first start there would. This takes most of a
 * minute, so it is done once a day and copied.
 */
export async function copyDemoFolder(to: string): Promise<void> {
  const sources = { from: SOURCES, and: businessDay(new Date()) }
  const filled = await prepared('demo-folder', sources, async (folder) => {
    const opened = await openEmbedded(folder)
    await migrate(opened.db)
    const database: TestDatabase = { ...opened, openAgain: async () => database }
    const app = await createAppOn(database, { environment: { DATA_DIR: folder } })
    await fillDemo(app.ctx)
    await letOneMemberBeMany(app.db)
    await app.close()
  })
  cpSync(filled, to, { recursive: true })
}

/**
 * Keeps the feed's page count at one. The journeys share one member, who reads more of the feed in ten
 * minutes than anybody does in an hour; the limit has tests of its own.
 */
async function letOneMemberBeMany(db: Database): Promise<void> {
  await sql`
    create function read_by_many() returns trigger language plpgsql as $$
      begin new.points := 1; return new; end
    $$`.execute(db)
  await sql`
    create trigger read_by_many before insert or update on throttles for each row
      when (new.key like 'feed-pages:%') execute function read_by_many()`.execute(db)
}
