import './dialog.css'
import { X } from 'lucide-react'
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react'
import { failureText, loadManagedDeal } from '#app/admin/web/shell/deal-calls.ts'
import { dealName, formatEnteredDay } from '#app/admin/web/shell/deal-words.rules.ts'
import type { ManagedDeal } from '#app/deals/managed-deal.contract.ts'
import { ApiError } from '#app/web/api/api.ts'
import { ToasterOnDemand } from '#app/web/toasts/ToasterOnDemand.tsx'
import { DealHistory } from './DealHistory.tsx'
import { EditForm } from './EditForm.tsx'

type Props = { dealId: string; onClose: () => void }

/** A deal, to be changed, over the page. It asks before it loses what was typed. */
export function EditDealDialog({ dealId, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const isDirty = useRef(false)
  /** Where somebody was when they were asked. */
  const cameFrom = useRef<Element>(null)
  const [isAsking, setIsAsking] = useState(false)
  const { deal, failure, load } = useDealOnce(dealId)
  const onDirty = useCallback((dirty: boolean) => {
    isDirty.current = dirty
  }, [])

  useEffect(() => {
    const { current } = dialog
    current?.showModal()
    return () => current?.close()
  }, [])

  function close() {
    if (!isDirty.current) return dialog.current?.close()
    cameFrom.current = document.activeElement
    setIsAsking(true)
  }

  function keepEditing() {
    setIsAsking(false)
    if (cameFrom.current instanceof HTMLElement) cameFrom.current.focus()
  }

  function leave() {
    isDirty.current = false
    dialog.current?.close()
  }

  return (
    <dialog
      ref={dialog}
      className="entry-dialog"
      aria-labelledby="deal-dialog-title"
      onKeyDown={(event) => {
        // Before the browser takes it: pressed twice it closes whatever is said against it.
        if (!isEscape(event) || isDragging(event.currentTarget)) return
        event.preventDefault()
        if (isAsking) keepEditing()
        else close()
      }}
      onCancel={(event) => {
        // That of a file dialog inside comes up here too.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        close()
      }}
      onClose={(event) => {
        if (event.target === event.currentTarget) onClose()
      }}
    >
      <header className="entry-dialog-head">
        <div>
          <h2 id="deal-dialog-title" className="panel-title">
            Edit Deal
          </h2>
          <p className="soft">{deal && about(deal)}</p>
        </div>
        <button type="button" className="tool-icon" aria-label="Close" onClick={close}>
          <X size={20} aria-hidden />
        </button>
      </header>
      <div className="entry-dialog-body">
        {deal ? (
          <>
            <EditForm
              deal={deal}
              onDirty={onDirty}
              onClose={close}
              onSaved={leave}
              isAsking={isAsking}
              onKeepEditing={keepEditing}
              onDiscard={leave}
            />
            <History dealId={dealId} />
          </>
        ) : failure === undefined ? (
          <Bones />
        ) : (
          <div className="admin-empty" role="alert">
            <h3>{failure}</h3>
            <button type="button" className="tool" onClick={load}>
              Try again
            </button>
          </div>
        )}
      </div>
      {/* What stands behind the dialog is out of reach, its toasts too. */}
      <ToasterOnDemand />
    </dialog>
  )
}

function isEscape({ key, nativeEvent }: KeyboardEvent) {
  return key === 'Escape' && !nativeEvent.isComposing && !nativeEvent.defaultPrevented
}

/** A picture on its way by keyboard: Escape puts it back. */
function isDragging(dialog: HTMLElement): boolean {
  return dialog.querySelector('[data-dragging]') !== null
}

function about(deal: ManagedDeal): string {
  const state = deal.isPublished ? 'Published' : 'Not published'
  return `${dealName(deal)} · ${state} · entered ${formatEnteredDay(deal.createdDay)}`
}

/** The deal as it is when the dialog opens; what happens to it later the form sees to. */
function useDealOnce(dealId: string) {
  const [deal, setDeal] = useState<ManagedDeal>()
  const [failure, setFailure] = useState<string>()
  const [attempt, setAttempt] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt is a reason by itself.
  useEffect(() => {
    let isGone = false
    setFailure(undefined)
    loadManagedDeal(dealId).then(
      (loaded) => {
        if (!isGone) setDeal(loaded)
      },
      (error) => {
        if (!isGone) setFailure(whyMissing(error))
      },
    )
    return () => {
      isGone = true
    }
  }, [dealId, attempt])

  return { deal, failure, load: () => setAttempt((count) => count + 1) }
}

function whyMissing(error: unknown): string {
  if (error instanceof ApiError && error.status === 404) return 'This deal has been deleted.'
  return failureText(error, 'The deal could not be read.')
}

function History({ dealId }: { dealId: string }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details className="panel" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>
        <h3 className="panel-title">History</h3>
      </summary>
      <div>{isOpen && <DealHistory dealId={dealId} />}</div>
    </details>
  )
}

function Bones() {
  return (
    <div role="status" className="grid gap-4">
      <span className="sr">Loading the deal</span>
      <div className="bone h-9 w-full" />
      <div className="bone h-9 w-full" />
      <div className="bone h-9 w-2/3" />
      <div className="bone h-36 w-full" />
    </div>
  )
}
