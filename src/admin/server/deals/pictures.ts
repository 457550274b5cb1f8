import type { StoredPictures } from '#app/admin/admin-deals.contract.ts'
import { readLinkedPicture } from '#app/deals/server/pictures/links.ts'
import { fallbackKey } from '#app/deals/server/pictures/pictures.rules.ts'
import { storePicture } from '#app/deals/server/pictures/pictures.ts'
import type { AppContext } from '#app/server/context.ts'
import { Problem } from '#app/server/problem.ts'

type Source = { name: string; read: () => Promise<Buffer> }

/**
 * Stores pictures one by one; an unusable one is reported and does not stop the others. Throws 422 without
 * any picture, and 507 `storage-full`.
 */
export async function storePictures(
  ctx: AppContext,
  {
    files,
    address,
  }: { files: Array<{ fileName: string } & Omit<Source, 'name'>>; address: string },
): Promise<StoredPictures> {
  const sources: Source[] = files.map(({ fileName, read }) => ({ name: fileName, read }))
  const link = address.trim()
  if (link !== '') {
    const read = () => readLinkedPicture(ctx, link)
    sources.push({ name: link.split(/[?#]/)[0]?.split('/').at(-1) || link, read })
  }
  if (sources.length === 0) {
    const text = 'Choose a picture.'
    throw new Problem(422, 'invalid-form', text, { fields: { images: text } })
  }
  const pictures: StoredPictures['pictures'] = []
  for (const source of sources) pictures.push(await storeOne(ctx, source))
  return { pictures }
}

async function storeOne(ctx: AppContext, { name, read }: Source) {
  try {
    const { id, width, height, placeholder, likeness } = await storePicture(ctx, await read())
    return { name, key: fallbackKey(id), width, height, placeholder, likeness, error: null }
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 422) throw error
    const nothing = { key: null, width: null, height: null, placeholder: null, likeness: null }
    return { name, ...nothing, error: error.message }
  }
}
