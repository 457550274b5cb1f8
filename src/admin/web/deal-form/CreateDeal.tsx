import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useHydrated } from '#app/web/use-hydrated.ts'
import { waitingWords } from './after-uploads.ts'
import { useDealCreation } from './creation.ts'
import { DealCreated } from './DealCreated.tsx'
import { DealForm } from './DealForm.tsx'
import { EMPTY_DRAFT, isEmptyDraft } from './draft.rules.ts'
import { EditDealDialog } from './EditDealDialog.tsx'
import { useFirstError } from './first-error.ts'
import { type DealFormState, useDealForm } from './form-state.ts'
import { newPictureId } from './picture-uploads.ts'
import { forgetDraft, keepDraft, readKeptDraft } from './saved-draft.ts'

/** A deal from its link; ready for the next one as soon as it is created. */
export function CreateDeal() {
  const form = useDealForm({ draft: EMPTY_DRAFT, pictures: () => [] })
  const [editedId, setEditedId] = useState<string>()
  const root = useRef<HTMLDivElement>(null)
  const link = useRef<HTMLInputElement>(null)
  const leadToError = useFirstError(root)
  const creation = useDealCreation(form, {
    onCreated: () => link.current?.focus(),
    onRefused: leadToError,
  })
  const { isBusy, isWaiting, failure, created, count, submit } = creation
  const isHydrated = useHydrated()
  useKeptDraft(form)
  useFocusWhenOpened(root, link)

  return (
    <div ref={root}>
      <DealForm
        form={form}
        linkRef={link}
        onSubmit={({ isShift }) => submit(isShift)}
        onEdit={(deal) => setEditedId(deal.id)}
      >
        {failure !== undefined && (
          <div className="notice" role="alert">
            <strong>Error creating deal</strong>
            <p>{failure}</p>
          </div>
        )}
        <div className="entry-actions">
          <button
            type="button"
            className="tool-main"
            aria-busy={isBusy || isWaiting || undefined}
            aria-keyshortcuts="Control+Enter Meta+Enter"
            disabled={!isHydrated}
            onClick={() => submit(false)}
          >
            {isWaiting
              ? waitingWords(form.pictures.uploading)
              : isBusy
                ? 'Creating…'
                : 'Create deal'}
          </button>
          {isWaiting ? (
            <button type="button" className="tool" onClick={creation.stopWaiting}>
              Do not wait
            </button>
          ) : (
            <button
              type="button"
              className="tool"
              aria-keyshortcuts="Control+Shift+Enter Meta+Shift+Enter"
              disabled={!isHydrated}
              onClick={() => submit(true)}
            >
              Create and publish
            </button>
          )}
          <p className="soft entry-keys">
            <kbd className="kbd">Ctrl</kbd> <kbd className="kbd">Enter</kbd> creates, with{' '}
            <kbd className="kbd">Shift</kbd> it is published too
          </p>
        </div>
        <DealCreated
          created={created}
          count={count}
          onEdit={setEditedId}
          onUndo={creation.undo}
          onBringBack={creation.bringBack}
        />
      </DealForm>
      {editedId !== undefined && (
        <EditDealDialog
          key={editedId}
          dealId={editedId}
          onClose={() => {
            setEditedId(undefined)
            // What was edited may have been the duplicate.
            form.link.again()
          }}
        />
      )}
    </div>
  )
}

/** What was typed comes back after a reload, and is kept for the next one. */
function useKeptDraft(form: DealFormState) {
  const { draft, pictures } = form
  const { list } = pictures
  const [isRestored, setIsRestored] = useState(false)

  const restore = useEffectEvent(() => {
    const kept = readKeptDraft()
    setIsRestored(true)
    if (!kept) return
    form.put(kept.draft)
    pictures.replace(() => kept.pictures.map((picture) => ({ ...picture, id: newPictureId() })))
  })
  useEffect(() => restore(), [])

  useEffect(() => {
    if (!isRestored) return
    if (isEmptyDraft(draft) && list.length === 0) forgetDraft()
    else keepDraft({ draft, pictures: list })
  }, [isRestored, draft, list])
}

type Root = { readonly current: HTMLElement | null }

/** Opening the panel is meant for typing. */
function useFocusWhenOpened(root: Root, link: Root) {
  useEffect(() => {
    const panel = root.current?.closest('details')
    if (!panel) return
    // A draft that came back is not to be overlooked.
    if (readKeptDraft()) panel.open = true
    const onToggle = () => {
      if (panel.open && document.activeElement?.closest('summary')) link.current?.focus()
    }
    panel.addEventListener('toggle', onToggle)
    return () => panel.removeEventListener('toggle', onToggle)
  }, [root, link])
}
