import './dialog.css'
import { X } from 'lucide-react'
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react'
import { DealHistory } from '#app/admin/web/history/DealHistory.tsx'
import { dealApi } from '#app/admin/web/shell/deal-api.ts'
import { failureText } from '#app/admin/web/shell/failures.ts'
import type { ManagedDeal } from '#app/deals/editing/managed-deal.contract.ts'
import { formatShortDateOfWeek } from '#app/shared/dates.ts'
import { Button } from '#app/ui/Button.tsx'
import { ApiError } from '#app/web/api/api.ts'
import { ToasterOnDemand } from '#app/web/toasts/ToasterOnDemand.tsx'
import { EditForm, type Lead } from './EditForm.tsx'
import { dealTitle } from './words.copy.ts'

type Props = {
  dealId: string
  /** The field that gets the focus first; the link by default. */
  lead?: Lead | undefined
  onClose: () => void
}

/** The dialog to edit a deal. Asks before discarding unsaved changes. */
export function EditDealDialog({ dealId, lead = 'link', onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const isDirty = useRef(false)
  /** The element that had the focus when the question was asked. */
  const cameFrom = useRef<Element>(null)
  const [isAsking, setIsAsking] = useState(false)
  const { deal, failure, load, put } = useDealOnce(dealId)
  const [isPut, setIsPut] = useState(false)
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
        // Handled here, because browsers close the dialog without asking on a second Escape.
        if (!isEscape(event) || isDragging(event.currentTarget)) return
        event.preventDefault()
        if (isAsking) keepEditing()
        else close()
      }}
      onCancel={(event) => {
        // The cancel event of a file input bubbles.
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
              // A restored value remounts the form; focus stays on the button that restored it.
              key={isPut ? deal.version : 'opened'}
              deal={deal}
              lead={isPut ? undefined : lead}
              onDirty={onDirty}
              onClose={close}
              onSaved={leave}
              isAsking={isAsking}
              onKeepEditing={keepEditing}
              onDiscard={leave}
            />
            <DealHistory
              dealId={dealId}
              version={deal.version}
              isDirty={() => isDirty.current}
              onBroughtBack={(back) => {
                setIsPut(true)
                put(back)
              }}
            />
          </>
        ) : failure === undefined ? (
          <Bones />
        ) : (
          <div className="admin-empty" role="alert">
            <h3>{failure}</h3>
            <Button variant="tool" onClick={load}>
              Try again
            </Button>
          </div>
        )}
      </div>
      {/* The page's own toasts are inert behind a modal dialog. */}
      <ToasterOnDemand />
    </dialog>
  )
}

function isEscape({ key, nativeEvent }: KeyboardEvent) {
  return key === 'Escape' && !nativeEvent.isComposing && !nativeEvent.defaultPrevented
}

/** While a picture is moved by keyboard, Escape cancels the move. */
function isDragging(dialog: HTMLElement): boolean {
  return dialog.querySelector('[data-dragging]') !== null
}

function about(deal: ManagedDeal): string {
  const state = deal.isPublished ? 'Published' : 'Not published'
  return `${dealTitle(deal)} · ${state} · entered ${formatShortDateOfWeek(deal.createdDay)}`
}

/** Loads the deal once; the form itself follows later changes. */
function useDealOnce(dealId: string) {
  const [deal, setDeal] = useState<ManagedDeal>()
  const [failure, setFailure] = useState<string>()
  const [attempt, setAttempt] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt loads again.
  useEffect(() => {
    let isGone = false
    setFailure(undefined)
    dealApi.load(dealId).then(
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

  return { deal, failure, load: () => setAttempt((count) => count + 1), put: setDeal }
}

function whyMissing(error: unknown): string {
  if (error instanceof ApiError && error.status === 404) return 'This deal has been deleted.'
  return failureText(error, 'The deal could not be read.')
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
