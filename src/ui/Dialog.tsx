import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react'

type Props = {
  id: string
  title: string
  /** What there is to know before answering. */
  children: ReactNode
  /** The answer that changes nothing: it closes. */
  dismiss: string
  /** The other answer: a button, or a form with one. */
  confirm: ReactNode
  /** The dialog closes when this changes: there is an answer to its question. */
  closeOn?: unknown
  onClose?: () => void
}

/**
 * A question over the page, in the browser's own dialog: it holds the focus, closes on Escape and
 * gives the focus back. Opened by {@link OpensDialog}, also before scripts are there.
 */
export function Dialog({
  id,
  title,
  children,
  dismiss,
  confirm,
  closeOn,
  onClose = doNothing,
}: Props) {
  const dialog = useRef<HTMLDialogElement>(null)

  useEffect(() => {
    if (closeOn !== undefined) dialog.current?.close()
  }, [closeOn])

  return (
    <dialog
      ref={dialog}
      id={id}
      className="dialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onClose={onClose}
    >
      <h2 id={`${id}-title`} className="title">
        {title}
      </h2>
      <div id={`${id}-text`} className="dialog-text">
        {children}
      </div>
      <div className="dialog-answers">
        <form method="dialog">
          <button type="submit" className="button button-quiet">
            {dismiss}
          </button>
        </form>
        {confirm}
      </div>
    </dialog>
  )
}

function doNothing() {}

type OpenerProps = ComponentProps<'button'> & {
  dialogId: string
  /** Until then the browser opens the dialog by itself, where it can. */
  isHydrated: boolean
}

export function OpensDialog({ dialogId, isHydrated, onClick, ...button }: OpenerProps) {
  const byItself = isHydrated ? {} : { command: 'show-modal', commandfor: dialogId }
  return (
    <button
      {...button}
      {...byItself}
      type="button"
      aria-haspopup="dialog"
      onClick={(event) => {
        onClick?.(event)
        const dialog = document.getElementById(dialogId)
        if (dialog instanceof HTMLDialogElement && !dialog.open) dialog.showModal()
      }}
    />
  )
}
