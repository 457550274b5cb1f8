import { type RefObject, useEffect, useState } from 'react'
import { ApiError } from '#app/web/api/api.ts'
import {
  checkDraft,
  checkPrices,
  DRAFT_FIELDS,
  type FieldErrors,
  type FormDraft,
  withoutSent,
} from './draft.rules.ts'
import { useLinkCheck } from './link-check.ts'
import type { PictureItem } from './picture-list.rules.ts'
import { usePictureUploads } from './picture-uploads.ts'

type Initial = { draft: FormDraft; pictures: () => PictureItem[] }

/** What the form of a deal holds, with what is known to be wrong with it. */
export function useDealForm({ draft: initial, pictures: initialPictures }: Initial) {
  const [draft, setDraft] = useState(initial)
  const [refused, setRefused] = useState<FieldErrors>({})
  const link = useLinkCheck(initial.buyUrl)
  const pictures = usePictureUploads(initialPictures)

  const said: FieldErrors = { ...checkPrices(draft) }
  if (link.check.state === 'bad') said.buyUrl = link.check.reason

  return {
    draft,
    pictures,
    link,
    /** By field: what was refused, and what can be seen without asking. */
    errors: { ...said, ...refused },
    change(changes: Partial<FormDraft>, { isPasted = false } = {}) {
      setDraft((before) => ({ ...before, ...changes }))
      setRefused((before) => without(before, settledBy(Object.keys(changes))))
      if (changes.buyUrl !== undefined) link.look(changes.buyUrl, { isPasted })
    },
    /** Puts other texts into the fields; nothing is known against them. */
    put(next: FormDraft) {
      setDraft(next)
      setRefused({})
      link.look(next.buyUrl, { isPasted: true })
    },
    /** Makes room for the next deal, once this one is stored. */
    clear(sent: FormDraft, pictureIds: string[]) {
      setDraft((now) => withoutSent(now, sent))
      setRefused({})
      link.forget(sent.buyUrl)
      pictures.replace((list) => list.filter(({ id }) => !pictureIds.includes(id)))
    },
    /** Whether it can be sent as it is; if not, each field says why. */
    isReady({ isPublished }: { isPublished: boolean }): boolean {
      const found = checkDraft(draft, { isPublished })
      // What is said anyway goes by itself once it is put right.
      setRefused(without(found, Object.keys(said)))
      return Object.keys({ ...said, ...found }).length === 0
    },
    /** The server's answer, at the fields it names. */
    refuse(error: unknown) {
      if (!(error instanceof ApiError)) return
      setRefused(error.fields)
      // The other deal is shown with its picture, not only named.
      if (error.code === 'deal-exists') link.again()
    },
  }
}

export type DealFormState = ReturnType<typeof useDealForm>

/** Errors at fields that stand on the screen are said there; the others need a place. */
export function homelessErrors(errors: FieldErrors): string[] {
  return Object.entries(errors)
    .filter(([field]) => !(DRAFT_FIELDS as string[]).includes(field))
    .map(([, text]) => text)
}

/** The two prices are judged together. */
function settledBy(changed: string[]): string[] {
  const isPrice = changed.some((field) => field === 'originalPrice' || field === 'salePrice')
  return isPrice ? [...changed, 'originalPrice', 'salePrice'] : changed
}

function without(errors: FieldErrors, fields: string[]): FieldErrors {
  return Object.fromEntries(Object.entries(errors).filter(([field]) => !fields.includes(field)))
}

/** Call what it answers to lead to the first field that has something wrong with it. */
export function useFirstError(root: RefObject<HTMLElement | null>): () => void {
  const [attempt, setAttempt] = useState(0)

  useEffect(() => {
    // The fields are marked by now.
    if (attempt > 0) root.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [attempt, root])

  return () => setAttempt((count) => count + 1)
}
