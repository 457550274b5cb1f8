import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import {
  failureText,
  loadManagedDeal,
  restoreDeal,
  updateDeal,
} from '#app/admin/web/shell/deal-calls.ts'
import { onDealsChangedElsewhere } from '#app/admin/web/shell/deals-changed.ts'
import { rememberOwn } from '#app/admin/web/shell/own-changes.ts'
import { refreshDeals } from '#app/admin/web/shell/queries.ts'
import { useAdminSession } from '#app/admin/web/shell/session.ts'
import type { ManagedDeal } from '#app/deals/managed-deal.contract.ts'
import { ApiError } from '#app/web/api/api.ts'
import { closeErrorToasts, showToast } from '#app/web/toasts/toasts.ts'
import { FAILED_PICTURE, useAfterUploads } from './after-uploads.ts'
import {
  type ConflictField,
  type DealVersion,
  findDifferences,
  hasChanged,
  isSameField,
  mergeVersions,
} from './conflict-fields.rules.ts'
import {
  type Conflict,
  comparedKeys,
  findSavedBy,
  itemsFor,
  type SavedBy,
  versionOf,
} from './conflict-state.ts'
import { draftParts, formDraftOf } from './draft.rules.ts'
import { useDealForm } from './form-state.ts'
import { pictureKeysOf, pictureParts } from './picture-list.rules.ts'

type Options = { onSaved: () => void; onRefused: () => void }

/** What is going on around a deal that is being edited. */
export type Surroundings =
  | { state: 'calm' }
  /** Somebody else has saved it; what is in the form still builds on what was before. */
  | { state: 'warned'; saved: SavedBy; isAdopted: boolean }
  | { state: 'conflict'; conflict: Conflict }
  | { state: 'gone'; error?: string }

/** Edits a deal without overwriting what anybody else saves meanwhile. */
export function useDealEditing(opened: ManagedDeal, { onSaved, onRefused }: Options) {
  /** What the form builds on: saving sends what differs from it, with its version. */
  const [base, setBase] = useState(opened)
  const [around, setAround] = useState<Surroundings>({ state: 'calm' })
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const queryClient = useQueryClient()
  const { label: ownSession } = useAdminSession()
  const form = useDealForm({
    draft: formDraftOf(opened),
    pictures: () => itemsFor(versionOf(opened).pictures, [], opened.imagePlaceholder),
  })
  const mine: DealVersion = { draft: form.draft, pictures: comparedKeys(form.pictures.list) }
  const isDirty = hasChanged(versionOf(base), mine)
  const waiting = useAfterUploads<true>(form.pictures, () => void send())
  // What is decided after an answer is decided on what has been typed by then.
  const latest = useRef({ base, mine, isDirty, isBusy })
  useEffect(() => {
    latest.current = { base, mine, isDirty, isBusy }
  })

  /** Puts a state into the form, which builds on this version of the deal from now on. */
  function adopt(deal: ManagedDeal, state: DealVersion) {
    setBase(deal)
    form.put(state.draft)
    form.pictures.replace((list) => itemsFor(state.pictures, list, deal.imagePlaceholder))
  }

  /** Takes in what they have saved, and shows where it meets what was typed here. */
  async function meet(deal: ManagedDeal) {
    const saved = await findSavedBy(deal.id, ownSession)
    const [before, theirs] = [versionOf(latest.current.base), versionOf(deal)]
    const versions = { base: before, theirs, mine: latest.current.mine }
    const differences = findDifferences(versions)
    adopt(deal, mergeVersions(versions, new Set()))
    const contested = differences.filter(({ isContested }) => isContested)
    const takenOver = differences.filter(({ isContested }) => !isContested)
    setAround({
      state: 'conflict',
      conflict: {
        saved,
        contested: contested.map(({ field }) => ({ field, theirs })),
        takenOver: takenOver.map(({ field }) => ({ field, before, theirs })),
      },
    })
  }

  /** Reads it again: what has changed is said before it gets in the way. */
  const look = useEffectEvent(async () => {
    try {
      const deal = await loadManagedDeal(opened.id)
      // What is being saved here is heard of too; saving finds out about anything else.
      if (latest.current.isBusy || deal.version === latest.current.base.version) return
      const saved = await findSavedBy(deal.id, ownSession)
      const isAdopted = !latest.current.isDirty
      if (isAdopted) adopt(deal, versionOf(deal))
      setAround({ state: 'warned', saved, isAdopted })
    } catch (error) {
      if (isGone(error)) setAround({ state: 'gone' })
    }
  })
  useEffect(() => onDealsChangedElsewhere(() => void look()), [])

  async function send() {
    if (form.pictures.failed > 0) return setFailure(FAILED_PICTURE)
    const hasOtherPictures = !isSameField('pictures', versionOf(base), mine)
    setIsBusy(true)
    rememberOwn([base.id])
    try {
      await updateDeal(base.id, [
        ...draftParts(form.draft, formDraftOf(base)),
        ...(hasOtherPictures ? pictureParts(pictureKeysOf(form.pictures.list)) : []),
        ['version', String(base.version)],
      ])
      showToast({ title: 'Deal updated successfully' })
      void refreshDeals(queryClient)
      onSaved()
    } catch (error) {
      await refuse(error)
    } finally {
      setIsBusy(false)
    }
  }

  async function refuse(error: unknown) {
    const description = failureText(error, 'Failed to update deal')
    showToast({ tone: 'error', title: 'Error updating deal', description })
    // These two have a place of their own, with ways out.
    if (isGone(error)) return setAround({ state: 'gone' })
    if (error instanceof ApiError && error.code === 'deal-changed') return readTheirs()
    form.refuse(error)
    setFailure(description)
    onRefused()
  }

  async function readTheirs() {
    try {
      await meet(await loadManagedDeal(base.id))
    } catch (error) {
      if (isGone(error)) setAround({ state: 'gone' })
      else setFailure(failureText(error, 'What was saved meanwhile could not be read.'))
    }
  }

  return {
    form,
    base,
    mine,
    around,
    isDirty,
    isBusy,
    isWaiting: waiting.isWaiting,
    failure,
    save() {
      if (isBusy || waiting.isWaiting || around.state === 'gone') return
      setFailure(undefined)
      // Theirs may have been taken after a refusal.
      if (!isDirty) {
        closeErrorToasts()
        return onSaved()
      }
      if (form.isReady({ isPublished: base.isPublished })) waiting.start(true)
      else onRefused()
    },
    stopWaiting: waiting.stop,
    /** Shows what they have changed, next to what is in the form. */
    async seeTheirs() {
      setFailure(undefined)
      await readTheirs()
    },
    takeTheirs(fields: ConflictField[]) {
      // By now the form builds on theirs.
      const theirs = versionOf(base)
      setFailure(undefined)
      adopt(base, mergeVersions({ base: theirs, theirs, mine }, new Set(fields)))
    },
    /** Whether the form has theirs. */
    isTaken: (field: ConflictField) => isSameField(field, versionOf(base), mine),
    async restore() {
      try {
        await restoreDeal(base.id)
        setFailure(undefined)
        setAround({ state: 'calm' })
        const now = await loadManagedDeal(base.id)
        if (now.version === base.version) setBase(now)
        else await meet(now)
        void refreshDeals(queryClient)
      } catch (error) {
        setAround({ state: 'gone', error: failureText(error, 'Failed to restore deal') })
      }
    },
  }
}

export type DealEditing = ReturnType<typeof useDealEditing>

function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404
}
