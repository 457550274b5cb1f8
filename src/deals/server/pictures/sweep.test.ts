import { rm, truncate } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { looksTheSame } from '#app/deals/editing/picture-notes.facts.ts'
import { DAY_MS } from '#app/shared/dates.ts'
import { twoBars } from '#test/pictures/sample-pictures.ts'
import { openAdminClient } from '#test/support/admin.ts'
import { createDeal } from '#test/support/factories.ts'
import { useTestApp } from '#test/support/test-app.ts'
import { storePicture } from './pictures.ts'
import { sweepPictures } from './sweep.ts'

const app = useTestApp()

const pictureOf = (id: string) =>
  app.db.selectFrom('pictures').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

test('a picture is known again in another file, and another is not', async () => {
  const first = await storePicture(app.ctx, await twoBars(80).png().toBuffer())
  const paler = await sharp(await twoBars(80).png().toBuffer())
    .resize(300, 375)
    .modulate({ brightness: 1.1 })
    .jpeg()
  const again = await storePicture(app.ctx, await paler.toBuffer())
  const other = await storePicture(app.ctx, await twoBars(180).png().toBuffer())
  expect(again.id).not.toBe(first.id)
  expect(looksTheSame(first.likeness, again.likeness)).toBe(true)
  expect(looksTheSame(first.likeness, other.likeness)).toBe(false)
  // Pictures of any single shade share this hash, so it does not count as a likeness.
  expect(looksTheSame('0'.repeat(16), '0'.repeat(16))).toBe(false)
})

test('the sweep finds what does not load, each week, and learns how older ones look', async () => {
  const admin = await openAdminClient(app)
  const [gone, broken, fine] = [
    await storePicture(app.ctx, await twoBars(90).png().toBuffer()),
    await storePicture(app.ctx, await twoBars(100).png().toBuffer()),
    await storePicture(app.ctx, await twoBars(110).png().toBuffer()),
  ]
  const deal = await createDeal(app.ctx, {
    ...{ cardPictureId: fine.id, fallbackPictureIds: [gone.id] },
  })
  const draft = await createDeal(app.ctx, { cardPictureId: broken.id, isPublished: false })
  await app.db.updateTable('pictures').set({ likeness: null }).execute()
  const fileOf = (name: string) =>
    path.join(app.ctx.config.dataDir, 'pictures', name.slice(0, 2), name)
  await rm(fileOf(`${gone.id}-640.webp`))
  await truncate(fileOf(`${broken.id}.jpg`), 200)

  await sweepPictures(app.ctx)
  expect((await pictureOf(gone.id)).fault).toBe('missing')
  expect((await pictureOf(broken.id)).fault).toBe('unreadable')
  const swept = await pictureOf(fine.id)
  expect(swept.fault).toBeNull()
  expect(looksTheSame(swept.likeness, fine.likeness)).toBe(true)
  const { deals } = await admin.list('?picture=lost')
  expect(deals.map(({ id }: { id: string }) => id).toSorted()).toEqual(
    [deal.id, draft.id].toSorted(),
  )
  const { lost } = (await admin.ask({ url: '/api/admin/deals/filters' })).json()
  expect(lost).toBe(2)

  // Uploading it again repairs it at once; a checked picture is not checked again for a week.
  await storePicture(app.ctx, await twoBars(90).png().toBuffer())
  expect((await pictureOf(gone.id)).fault).toBeNull()
  await rm(fileOf(`${fine.id}.jpg`))
  await sweepPictures(app.ctx)
  expect((await pictureOf(fine.id)).fault).toBeNull()
  app.setNow(new Date(app.ctx.now().getTime() + 7 * DAY_MS))
  await sweepPictures(app.ctx)
  expect((await pictureOf(fine.id)).fault).toBe('missing')
})
