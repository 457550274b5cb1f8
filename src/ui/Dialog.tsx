import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react'

type Props = {
  id: string
  title: string
  /** What people should know before they answer. */
  children: ReactNode
  /** Label of the button that closes the dialog and changes nothing. */
  dismiss: string
  /** The confirming button, or a form with one. */
  confirm: ReactNode
  /** The dialog closes when this value changes, because the question has been answered. */
  closeOn?: unknown
  onClose?: () => void
}

/**
 * A question in a native modal dialog, which traps focus, closes on Escape and restores focus. Opened by
 * {@link OpensDialog}, even before scripts have loaded.
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
  /** Until then browsers that support `command` open the dialog themselves. */
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
