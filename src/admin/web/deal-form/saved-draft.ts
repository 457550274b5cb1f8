import { EMPTY_DRAFT, type FormDraft } from './draft.rules.ts'
import type { PictureItem } from './picture-list.rules.ts'

const KEY = 'admin-new-deal'

export type KeptDraft = { draft: FormDraft; pictures: PictureItem[] }

/** Keeps what was typed for this tab, also through a reload; pictures once they are stored. */
export function keepDraft({ draft, pictures }: KeptDraft): void {
  const stored = pictures.filter(({ state }) => state === 'stored')
  tryStorage(() => sessionStorage.setItem(KEY, JSON.stringify({ draft, pictures: stored })))
}

export function forgetDraft(): void {
  tryStorage(() => sessionStorage.removeItem(KEY))
}

export function readKeptDraft(): KeptDraft | undefined {
  return tryStorage(() => {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as KeptDraft | null
    return kept ? { ...kept, draft: { ...EMPTY_DRAFT, ...kept.draft } } : undefined
  })
}

/** Storage may be switched off or full; the form works without. */
function tryStorage<T>(use: () => T): T | undefined {
  try {
    return use()
  } catch {
    return
  }
}
