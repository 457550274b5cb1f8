import type { LinkFacts, ManyChanged, StoredPictures } from '#app/admin/admin-deals.contract.ts'
import type { ManagedDeal } from '#app/deals/managed-deal.contract.ts'
import { ApiError, browserApi } from '#app/web/api/api.ts'
import { upload } from '#app/web/api/upload.ts'

export function managedDealQuery(dealId: string) {
  return { queryKey: [`/api/admin/deals/${encodeURIComponent(dealId)}`] }
}

/** The deal as it is now, whatever was known of it. Throws 404 when it was deleted. */
export async function loadManagedDeal(dealId: string): Promise<ManagedDeal> {
  return (await browserApi.load(managedDealQuery(dealId).queryKey[0] ?? '')) as ManagedDeal
}

export async function checkLink(buyUrl: string): Promise<LinkFacts> {
  const response = await browserApi.request('POST', '/api/admin/check-link', { buyUrl })
  return response.json()
}

/** Texts of the form, in their order; a name may come several times. */
export type FormParts = [string, string][]

export function createDeal(parts: FormParts): Promise<ManagedDeal> {
  return upload<ManagedDeal>('/api/deals', { form: formOf(parts) })
}

export function updateDeal(dealId: string, parts: FormParts): Promise<ManagedDeal> {
  const path = `/api/deals/${encodeURIComponent(dealId)}`
  return upload<ManagedDeal>(path, { method: 'PUT', form: formOf(parts) })
}

function formOf(parts: FormParts): FormData {
  const form = new FormData()
  for (const [name, value] of parts) form.append(name, value)
  return form
}

export async function deleteDeal(dealId: string): Promise<void> {
  await browserApi.request('DELETE', `/api/deals/${encodeURIComponent(dealId)}`)
}

/** Brings a deleted deal back. Throws with the reason when it cannot be. */
export async function restoreDeal(dealId: string): Promise<void> {
  const response = await browserApi.request('POST', '/api/admin/deals/restore', { ids: [dealId] })
  const { left }: ManyChanged = await response.json()
  const [failure] = left
  if (failure) throw new ApiError(409, JSON.stringify({ error: failure.reason }))
}

/** A file of this machine, or the address of a picture. */
export type PictureSource = File | string

type Picture = { key: string; placeholder: string | null }

/** Stores one picture. Throws {@link ApiError}: 422 when it cannot be used, whatever is tried. */
export async function storePicture(
  source: PictureSource,
  onSent: (share: number) => void,
  signal: AbortSignal,
): Promise<Picture> {
  const form = new FormData()
  if (typeof source === 'string') form.set('url', source)
  else form.set('images', source)
  const { pictures } = await upload<StoredPictures>('/api/admin/pictures', {
    form,
    signal,
    onSent: (sent, total) => onSent(total > 0 ? sent / total : 0),
  })
  const [picture] = pictures
  if (picture?.key) return { key: picture.key, placeholder: picture.placeholder }
  const error = picture?.error ?? 'The picture could not be stored.'
  throw new ApiError(422, JSON.stringify({ error }))
}

/** What to tell a person of a failed call. */
export function failureText(error: unknown, otherwise: string): string {
  return (error instanceof ApiError && error.serverText) || otherwise
}
