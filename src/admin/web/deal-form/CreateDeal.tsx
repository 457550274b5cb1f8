import { useEffect, useRef, useState } from 'react'
import { useFirstError } from '#app/admin/web/fields/use-first-error.ts'
import { Button } from '#app/ui/Button.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { type Created, useDealCreation } from './creation.ts'
import { DealForm } from './DealForm.tsx'
import { EMPTY_DRAFT } from './draft.rules.ts'
import { EditDealDialog } from './EditDealDialog.tsx'
import { useDealForm } from './form-state.ts'
import { readSavedDraft, useSavedDraft } from './saved-draft.ts'
import { dealTitle, waitingWords } from './words.copy.ts'

/** Creates a deal from its link; ready for the next one as soon as it is created. */
export function CreateDeal() {
  const form = useDealForm({ draft: EMPTY_DRAFT, pictures: () => [] })
  const [editedId, setEditedId] = useState<string>()
  const root = useRef<HTMLDivElement>(null)
  const link = useRef<HTMLInputElement>(null)
  const leadToError = useFirstError(root)
  const { formId, renew } = useSavedDraft(form)
  const creation = useDealCreation(form, {
    formId,
    onCreated: () => {
      renew()
      link.current?.focus()
    },
    onRefused: leadToError,
  })
  const { isBusy, isWaiting, failure, created, count, submit } = creation
  const isHydrated = useHydrated()
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
          <Button
            variant="tool-main"
            isBusy={isBusy || isWaiting}
            aria-keyshortcuts="Control+Enter Meta+Enter"
            disabled={!isHydrated}
            onClick={() => submit(false)}
          >
            {isWaiting
              ? waitingWords(form.pictures.uploading)
              : isBusy
                ? 'Creating…'
                : 'Create deal'}
          </Button>
          {isWaiting ? (
            <Button variant="tool" onClick={creation.stopWaiting}>
              Do not wait
            </Button>
          ) : (
            <Button
              variant="tool"
              aria-keyshortcuts="Control+Shift+Enter Meta+Shift+Enter"
              disabled={!isHydrated}
              onClick={() => submit(true)}
            >
              Create and publish
            </Button>
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
          onRestore={creation.restore}
        />
      </DealForm>
      {editedId !== undefined && (
        <EditDealDialog
          key={editedId}
          dealId={editedId}
          onClose={() => {
            setEditedId(undefined)
            // The edited deal may have been the duplicate, so the link is checked again.
            form.link.again()
          }}
        />
      )}
    </div>
  )
}

type Root = { readonly current: HTMLElement | null }

/** Focuses the link when somebody opens the panel, because they want to type. */
function useFocusWhenOpened(root: Root, link: Root) {
  useEffect(() => {
    const panel = root.current?.closest('details')
    if (!panel) return
    // Opens the panel when a saved draft was restored, so that it is not overlooked.
    if (readSavedDraft()) panel.open = true
    const onToggle = () => {
      if (panel.open && document.activeElement?.closest('summary')) link.current?.focus()
    }
    panel.addEventListener('toggle', onToggle)
    return () => panel.removeEventListener('toggle', onToggle)
  }, [root, link])
}

type CreatedProps = {
  created: Created | undefined
  count: number
  onEdit: (dealId: string) => void
  onUndo: () => void
  onRestore: () => void
}

/** The deal created last; the form is ready for the next one. */
function DealCreated({ created, count, onEdit, onUndo, onRestore }: CreatedProps) {
  return (
    <div className="entry-created">
      <p role="status">{created && createdWords(created, count)}</p>
      {created && !created.isUndone && (
        <>
          <Button variant="tool" onClick={() => onEdit(created.deal.id)}>
            Edit
          </Button>
          <Button variant="tool" onClick={onUndo}>
            Undo
          </Button>
        </>
      )}
      {created?.isUndone && (
        <Button variant="tool" onClick={onRestore}>
          Bring it back
        </Button>
      )}
      {created?.error && (
        <p className="field-error" role="alert">
          {created.error}
        </p>
      )}
    </div>
  )
}

function createdWords({ deal, isUndone }: Created, count: number): string {
  const name = dealTitle(deal)
  if (isUndone) return `Taken back: ${name}.`
  const many = count > 1 ? ` ${count} deals since you opened this page.` : ''
  return `Created: ${name}, ${deal.isPublished ? 'published' : 'not published yet'}.${many}`
}
