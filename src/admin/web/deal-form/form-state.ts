import { useState } from 'react'
import { ApiError } from '#app/web/api/api.ts'
import {
  checkDraft,
  checkPrices,
  DRAFT_FIELDS,
  type FormDraft,
  withoutSent,
} from './draft.rules.ts'
import { useLinkCheck } from './link-check.ts'
import type { PictureItem } from './picture-list.rules.ts'
import { usePictureUploads } from './picture-uploads.ts'
import { type FieldErrors, faultWords } from './words.copy.ts'

type Initial = { draft: FormDraft; pictures: () => PictureItem[] }

/** The state of a deal's form: fields, pictures, link check and errors. */
export function useDealForm({ draft: initial, pictures: initialPictures }: Initial) {
  const [draft, setDraft] = useState(initial)
  const [refused, setRefused] = useState<FieldErrors>({})
  const link = useLinkCheck(initial.buyUrl)
  const pictures = usePictureUploads(initialPictures)

  const said = faultWords(checkPrices(draft))
  if (link.check.state === 'bad') said.buyUrl = link.check.reason

  return {
    draft,
    pictures,
    link,
    /** By field: refused by the server, or invalid as typed. */
    errors: { ...said, ...refused },
    change(changes: Partial<FormDraft>, { isPasted = false } = {}) {
      setDraft((before) => ({ ...before, ...changes }))
      setRefused((before) => without(before, settledBy(Object.keys(changes))))
      if (changes.buyUrl !== undefined) link.look(changes.buyUrl, { isPasted })
    },
    /** Replaces all fields and clears the errors. */
    put(next: FormDraft) {
      setDraft(next)
      setRefused({})
      link.look(next.buyUrl, { isPasted: true })
    },
    /** Clears what was sent, for the next deal. */
    clear(sent: FormDraft, pictureIds: string[]) {
      setDraft((now) => withoutSent(now, sent))
      setRefused({})
      link.forget(sent.buyUrl)
      pictures.replace((list) => list.filter(({ id }) => !pictureIds.includes(id)))
    },
    /** Validates before sending; the errors are shown at their fields. */
    isReady({ isPublished }: { isPublished: boolean }): boolean {
      const found = faultWords(checkDraft(draft, { isPublished }))
      // Live validation clears its own errors once they are corrected.
      setRefused(without(found, Object.keys(said)))
      return Object.keys({ ...said, ...found }).length === 0
    },
    /** Shows the server's refusal at the fields it names. */
    refuse(error: unknown) {
      if (!(error instanceof ApiError)) return
      setRefused(error.fields)
      // Checking the link again shows the existing deal.
      if (error.code === 'deal-exists') link.again()
    },
  }
}

export type DealFormState = ReturnType<typeof useDealForm>

/** Returns the errors of fields that are not in the form, which are shown separately. */
export function homelessErrors(errors: FieldErrors): string[] {
  return Object.entries(errors)
    .filter(([field]) => !(DRAFT_FIELDS as string[]).includes(field))
    .map(([, text]) => text)
}

/** The two prices are validated together, so a change of one clears the errors of both. */
function settledBy(changed: string[]): string[] {
  const isPrice = changed.some((field) => field === 'originalPrice' || field === 'salePrice')
  return isPrice ? [...changed, 'originalPrice', 'salePrice'] : changed
}

function without(errors: FieldErrors, fields: string[]): FieldErrors {
  return Object.fromEntries(Object.entries(errors).filter(([field]) => !fields.includes(field)))
}
