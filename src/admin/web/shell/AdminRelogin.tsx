import { useEffect, useRef } from 'react'
import type { AdminSession } from '#app/admin/administrators/admin-session.contract.ts'
import { ToasterOnDemand } from '#app/web/toasts/ToasterOnDemand.tsx'
import { AdminLogin } from './AdminLogin.tsx'

/**
 * The login over a page that somebody was working on. A modal `<dialog>`, so that it also covers an open
 * dialog and returns the focus afterwards.
 */
export function AdminRelogin({ onOpen }: { onOpen: (session: AdminSession) => Promise<void> }) {
  const dialog = useRef<HTMLDialogElement>(null)

  useEffect(() => {
    const { current } = dialog
    current?.showModal()
    return () => current?.close()
  }, [])

  return (
    <dialog
      ref={dialog}
      className="admin admin-relogin"
      aria-labelledby="admin-login-title"
      onCancel={(event) => event.preventDefault()}
    >
      {/* The same text for every cause: idle too long, locked in another tab, a new password. */}
      <AdminLogin
        onOpen={onOpen}
        reason="The back office is locked. Enter the password to go on."
      />
      <ToasterOnDemand />
    </dialog>
  )
}
