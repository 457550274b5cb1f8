import { type ReactNode, useEffect, useRef } from 'react'
import { useFirstError } from '#app/admin/web/fields/use-first-error.ts'
import { useLeaveWarning } from '#app/admin/web/shell/use-leave-warning.ts'
import type { ManagedDeal } from '#app/deals/editing/managed-deal.contract.ts'
import { Button } from '#app/ui/Button.tsx'
import { ConflictPanel } from './ConflictPanel.tsx'
import { DealForm } from './DealForm.tsx'
import { type DealEditing, useDealEditing } from './editing.ts'
import { savedWords, waitingWords } from './words.copy.ts'

/** The selector of each lead. A new picture leads to its focal point, which has to be set. */
const LEADS = {
  link: '[name="buyUrl"]',
  picture: '.focal-mark',
  pictures: '.picture-drop button',
  brandName: '[name="brandName"]',
  productName: '[name="productName"]',
  salePrice: '[name="salePrice"]',
  category: '[name="category"]',
  basis: '[name="basis"]',
}
export type Lead = keyof typeof LEADS

type Props = {
  deal: ManagedDeal
  /** The field that gets the focus when the dialog opens. */
  lead: Lead | undefined
  /** Reports whether closing would lose changes. */
  onDirty: (isDirty: boolean) => void
  onClose: () => void
  onSaved: () => void
  /** Whether the question about losing changes is shown. */
  isAsking: boolean
  onKeepEditing: () => void
  onDiscard: () => void
}

/** The fields of an existing deal, and what has happened to it meanwhile. */
export function EditForm({ deal, lead, onDirty, onClose, onSaved, ...asking }: Props) {
  const root = useRef<HTMLDivElement>(null)
  const editing = useDealEditing(deal, { onSaved, onRefused: useFirstError(root) })
  const { form, base, isDirty, isBusy, isWaiting, failure, around } = editing

  useEffect(() => {
    if (lead) root.current?.querySelector<HTMLElement>(LEADS[lead])?.focus()
  }, [lead])
  useEffect(() => onDirty(isDirty), [onDirty, isDirty])
  useLeaveWarning(isDirty, 'Your changes to this deal are not saved. Leave all the same?')

  return (
    <div ref={root}>
      <Around editing={editing} onClose={onClose} />
      <DealForm form={form} deal={base} onSubmit={editing.save}>
        <Footer {...asking}>
          {failure !== undefined && (
            <div className="notice" role="alert">
              <strong>Error updating deal</strong>
              <p>{failure}</p>
            </div>
          )}
          <div className="entry-actions">
            <Button
              variant="tool-main"
              isBusy={isBusy || isWaiting}
              aria-keyshortcuts="Control+Enter Meta+Enter"
              disabled={around.state === 'gone'}
              onClick={editing.save}
            >
              {isWaiting
                ? waitingWords(form.pictures.uploading)
                : isBusy
                  ? 'Saving…'
                  : 'Save changes'}
            </Button>
            {isWaiting && (
              <Button variant="tool" onClick={editing.stopWaiting}>
                Do not wait
              </Button>
            )}
            <Button variant="tool" onClick={onClose}>
              Cancel
            </Button>
            <p className="soft entry-keys">
              {isDirty ? 'Not saved yet' : 'Nothing changed'} · <kbd className="kbd">Ctrl</kbd>{' '}
              <kbd className="kbd">Enter</kbd> saves
            </p>
          </div>
        </Footer>
      </DealForm>
    </div>
  )
}

function Around({ editing, onClose }: { editing: DealEditing; onClose: () => void }) {
  const { around, mine, isBusy, isTaken, takeTheirs, save, seeTheirs, restore } = editing
  if (around.state === 'gone') {
    return (
      <div className="notice entry-around" role="alert">
        <p>
          <strong>This deal was deleted meanwhile.</strong> What you have typed is still here.
        </p>
        {around.error && <p className="field-error">{around.error}</p>}
        <div className="entry-actions">
          <Button variant="tool" onClick={restore}>
            Restore it
          </Button>
          <Button variant="tool" onClick={onClose}>
            Close
          </Button>
        </div>
      </div>
    )
  }
  if (around.state === 'conflict') {
    return (
      <ConflictPanel
        conflict={around.conflict}
        mine={mine}
        isTaken={isTaken}
        onTake={takeTheirs}
        onKeepMine={save}
        isBusy={isBusy}
      />
    )
  }
  if (around.state === 'warned') {
    return (
      <div className="notice entry-around" role="status">
        <p>
          {savedWords(around.saved)}{' '}
          {around.isAdopted ? 'You see it as it is now.' : 'You have not seen that yet.'}
        </p>
        {!around.isAdopted && (
          <Button variant="tool" onClick={seeTheirs}>
            See what changed
          </Button>
        )}
      </div>
    )
  }
  return null
}

type FooterProps = {
  isAsking: boolean
  onKeepEditing: () => void
  onDiscard: () => void
  children: ReactNode
}

/** The actions, or the question about losing changes while the dialog is being closed. */
function Footer({ isAsking, onKeepEditing, onDiscard, children }: FooterProps) {
  const keep = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isAsking) keep.current?.focus()
  }, [isAsking])

  return (
    <div className="entry-footer">
      {isAsking ? (
        <div role="alertdialog" aria-labelledby="deal-discard" className="entry-actions">
          <p id="deal-discard">
            <strong>Your changes are not saved.</strong>
          </p>
          <Button variant="tool" ref={keep} onClick={onKeepEditing}>
            Keep editing
          </Button>
          <Button variant="tool" onClick={onDiscard}>
            Discard changes
          </Button>
        </div>
      ) : (
        children
      )}
    </div>
  )
}
