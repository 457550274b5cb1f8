import type { StoredPictures } from '#app/admin/admin-deals.contract.ts'
import { upload } from '#app/web/api/upload.ts'

/** A local file, or the address of a picture. */
export type PictureSource = File | string

type Options = { onSent: (sentBytes: number, totalBytes: number) => void; signal: AbortSignal }

type Stored = { key: string; placeholder: string | null; likeness: string | null }

/** Stores a picture and returns its key, or why it cannot be used. */
export async function uploadPicture(
  source: PictureSource,
  options: Options,
): Promise<Stored | { error: string | null }> {
  const form = new FormData()
  if (typeof source === 'string') form.set('url', source)
  else form.set('images', source)
  const { pictures } = await upload<StoredPictures>('/api/admin/pictures', { form, ...options })
  const [picture] = pictures
  if (picture?.key) {
    const { key, placeholder, likeness } = picture
    return { key, placeholder, likeness }
  }
  return { error: picture?.error ?? null }
}
