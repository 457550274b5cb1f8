import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { AuditPage } from '#app/admin/audit.contract.ts'
import { ADMIN_CALLS, withParameters } from '#app/admin/web/shell/calls.rules.ts'
import { dealApi } from '#app/admin/web/shell/deal-api.ts'
import { changeFailureText, failureText } from '#app/admin/web/shell/failures.ts'
import { onDealsChanged } from '#app/admin/web/shell/live.ts'
import { refreshDeals } from '#app/admin/web/shell/refresh-deals.ts'
import { useAdminSession } from '#app/admin/web/shell/session.ts'
import type { ManagedDeal } from '#app/deals/editing/managed-deal.contract.ts'
import { ApiError, browserApi } from '#app/web/api/api.ts'
import { closeErrorToasts, showToast } from '#app/web/toasts/toasts.ts'
import {
  type Conflict,
  type ConflictField,
  comparedKeys,
  type DealVersion,
  findDifferences,
  hasChanged,
  isSameField,
  mergeVersions,
  type SavedBy,
  versionOf,
} from './conflict.rules.ts'
import { draftParts, formDraftOf } from './draft.rules.ts'
import { useDealForm } from './form-state.ts'
import {
  noteParts,
  notesOf,
  otherNotes,
  type PictureItem,
  pictureKeysOf,
  pictureParts,
  storedItem,
} from './picture-list.rules.ts'
import { newPictureId, useAfterUploads } from './picture-uploads.ts'
import { FAILED_PICTURE } from './words.copy.ts'

type Options = { onSaved: () => void; onRefused: () => void }

/** What has happened to the deal while it is being edited. */
export type Surroundings =
  | { state: 'calm' }
  /** Somebody else has saved it; unless adopted, the form still builds on the previous version. */
  | { state: 'warned'; saved: SavedBy; isAdopted: boolean }
  | { state: 'conflict'; conflict: Conflict }
  | { state: 'gone'; error?: string }

/** Edits a deal without overwriting what others save meanwhile. */
export function useDealEditing(opened: ManagedDeal, { onSaved, onRefused }: Options) {
  /** The version that the edits are based on: saving sends the differences and its number. */
  const [base, setBase] = useState(opened)
  const [around, setAround] = useState<Surroundings>({ state: 'calm' })
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const queryClient = useQueryClient()
  const { label: ownSession } = useAdminSession()
  const form = useDealForm({
    draft: formDraftOf(opened),
    pictures: () => itemsFor(versionOf(opened), [], opened),
  })
  const mine: DealVersion = {
    draft: form.draft,
    pictures: comparedKeys(form.pictures.list),
    notes: notesOf(form.pictures.list),
  }
  const isDirty = hasChanged(versionOf(base), mine)
  const waiting = useAfterUploads<true>(form.pictures, () => void send())
  // The latest values, for callbacks that run after an await.
  const latest = useRef({ base, mine, isDirty, isBusy })
  useEffect(() => {
    latest.current = { base, mine, isDirty, isBusy }
  })

  /** Rebases the form onto this version of the deal. */
  function adopt(deal: ManagedDeal, state: DealVersion) {
    setBase(deal)
    form.put(state.draft)
    form.pictures.replace((list) => itemsFor(state, list, deal))
  }

  /** Merges a version that somebody else saved, and shows the conflicts. */
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

  /** Reloads the deal whenever deals change, so that conflicts show before saving. */
  const look = useEffectEvent(async () => {
    try {
      const deal = await dealApi.load(opened.id)
      // Our own save is announced too, and saving detects conflicts by itself.
      if (latest.current.isBusy || deal.version === latest.current.base.version) return
      const saved = await findSavedBy(deal.id, ownSession)
      const isAdopted = !latest.current.isDirty
      if (isAdopted) adopt(deal, versionOf(deal))
      setAround({ state: 'warned', saved, isAdopted })
    } catch (error) {
      if (isGone(error)) setAround({ state: 'gone' })
    }
  })
  useEffect(() => onDealsChanged(() => void look()), [])

  async function send() {
    if (form.pictures.failed > 0) return setFailure(FAILED_PICTURE)
    const hasOtherPictures = !isSameField('pictures', versionOf(base), mine)
    setIsBusy(true)
    try {
      const saved = await dealApi.update(base.id, [
        ...draftParts(form.draft, formDraftOf(base)),
        ...(hasOtherPictures ? pictureParts(pictureKeysOf(form.pictures.list)) : []),
        ...noteParts(otherNotes(mine.notes, versionOf(base).notes, true)),
        ['version', String(base.version)],
      ])
      if (saved) finish()
    } catch (error) {
      if (isChanged(error) && (await isSavedAlready())) finish()
      else await refuse(error)
    } finally {
      setIsBusy(false)
    }
  }

  function finish() {
    showToast({ title: 'Deal updated successfully' })
    void refreshDeals(queryClient)
    onSaved()
  }

  /**
   * Whether the stored deal already equals the form: the answer of a save was lost, or somebody saved the
   * same.
   */
  async function isSavedAlready(): Promise<boolean> {
    try {
      return !hasChanged(versionOf(await dealApi.load(base.id)), latest.current.mine)
    } catch {
      return false
    }
  }

  async function refuse(error: unknown) {
    const description = failureText(error, 'Failed to update deal')
    showToast({ tone: 'error', title: 'Error updating deal', description })
    // A deleted deal and a conflict have panels of their own.
    if (isGone(error)) return setAround({ state: 'gone' })
    if (isChanged(error)) return readTheirs()
    form.refuse(error)
    setFailure(description)
    onRefused()
  }

  async function readTheirs() {
    try {
      await meet(await dealApi.load(base.id))
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
      // Nothing is left to save once all of their values were taken.
      if (!isDirty) {
        closeErrorToasts()
        return onSaved()
      }
      if (form.isReady({ isPublished: form.draft.isPublished })) waiting.start(true)
      else onRefused()
    },
    stopWaiting: waiting.stop,
    /** Shows their changes next to the values in the form. */
    async seeTheirs() {
      setFailure(undefined)
      await readTheirs()
    },
    takeTheirs(fields: ConflictField[]) {
      // After the merge, the base of the form is their version.
      const theirs = versionOf(base)
      setFailure(undefined)
      adopt(base, mergeVersions({ base: theirs, theirs, mine }, new Set(fields)))
    },
    /** Whether the form has their value of the field. */
    isTaken: (field: ConflictField) => isSameField(field, versionOf(base), mine),
    async restore() {
      try {
        await dealApi.restore(base.id)
        setFailure(undefined)
        setAround({ state: 'calm' })
        const now = await dealApi.load(base.id)
        if (now.version === base.version) setBase(now)
        else await meet(now)
        void refreshDeals(queryClient)
      } catch (error) {
        setAround({ state: 'gone', error: changeFailureText(error) })
      }
    },
  }
}

export type DealEditing = ReturnType<typeof useDealEditing>

function isChanged(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'deal-changed'
}

function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404
}

/** Returns picture items with notes for these keys; reuses known items. */
function itemsFor({ pictures, notes }: DealVersion, known: PictureItem[], deal: ManagedDeal) {
  return pictures.map((key) => {
    const item = known.find((other) => other.key === key || other.id === key)
    if (item) return { ...item, ...(item.key === null ? {} : notes[item.key]) }
    const placeholder = key === deal.dealCardImageUrl ? deal.imagePlaceholder : null
    const told = deal.pictures.find((picture) => picture.key === key)
    return storedItem(newPictureId(), { key, placeholder }, { ...told, ...notes[key] })
  })
}

/** Returns who saved the deal last, from the audit; unnamed if that cannot be read. */
async function findSavedBy(dealId: string, ownSession: string): Promise<SavedBy> {
  const path = withParameters(ADMIN_CALLS.audit, { kind: 'deal', subjectId: dealId, limit: 1 })
  try {
    const { entries } = (await browserApi.load(path)) as AuditPage
    const [last] = entries
    if (!last) return { name: 'Somebody else', at: undefined }
    const isOwn = last.actorSession === ownSession
    return { name: isOwn ? 'You, in another tab' : last.actorName, at: last.happenedAt }
  } catch {
    return { name: 'Somebody else', at: undefined }
  }
}
