import type { Database, Trx } from '#app/db/database.ts'

/** The most that a carousel shows. */
const MOST = 10

export async function findTestimonials(db: Database, { withSamples }: { withSamples: boolean }) {
  return db
    .selectFrom('testimonials')
    .leftJoin('pictures', 'pictures.id', 'testimonials.pictureId')
    .select(['testimonials.id', 'pictureId', 'placeholder', 'title', 'description', 'name'])
    .select(['location', 'isSample'])
    .$if(!withSamples, (query) => query.where('isSample', '=', false))
    .orderBy('position')
    .orderBy('testimonials.id')
    .limit(MOST)
    .execute()
}

export type NewTestimonial = {
  id: string
  pictureId: string | null
  title: string
  description: string
  name: string
  location: string
  isSample: boolean
  position: number
}

/** Leaves existing ones unchanged. */
export async function insertTestimonials(trx: Trx, testimonials: NewTestimonial[]) {
  await trx
    .insertInto('testimonials')
    .values(testimonials)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
