import { useEffect, useEffectEvent, useState } from 'react'
import { tabStorage } from '#app/web/browser-storage.ts'
import { newUuid } from '#app/web/new-uuid.ts'
import { EMPTY_DRAFT, type FormDraft, isEmptyDraft } from './draft.rules.ts'
import type { DealFormState } from './form-state.ts'
import { newItem, type PictureItem } from './picture-list.rules.ts'
import { newPictureId } from './picture-uploads.ts'

const KEY = 'admin-new-deal'

type SavedDraft = { draft: FormDraft; pictures: PictureItem[]; formId?: string }

function saveDraft({ pictures, ...typed }: SavedDraft): void {
  const stored = pictures.filter(({ state }) => state === 'stored')
  tabStorage.writeJson(KEY, { ...typed, pictures: stored })
}

export function readSavedDraft(): SavedDraft | undefined {
  const saved = tabStorage.readJson(KEY) as SavedDraft | undefined
  return saved && { ...saved, draft: { ...EMPTY_DRAFT, ...saved.draft } }
}

/** Keeps the typed draft and its stored pictures through a reload of this tab. Returns the id of the form. */
export function useSavedDraft(form: DealFormState) {
  const [formId, setFormId] = useState(newUuid)
  const { draft, pictures } = form
  const { list } = pictures
  const [isRestored, setIsRestored] = useState(false)

  const restore = useEffectEvent(() => {
    const kept = readSavedDraft()
    setIsRestored(true)
    if (!kept) return
    form.put(kept.draft)
    if (kept.formId) setFormId(kept.formId)
    pictures.replace(() =>
      kept.pictures.map((picture) => ({ ...newItem('', ''), ...picture, id: newPictureId() })),
    )
  })
  useEffect(() => restore(), [])

  useEffect(() => {
    if (!isRestored) return
    if (isEmptyDraft(draft) && list.length === 0) tabStorage.remove(KEY)
    else saveDraft({ draft, pictures: list, formId })
  }, [isRestored, draft, list, formId])

  return { formId, renew: () => setFormId(newUuid()) }
}
