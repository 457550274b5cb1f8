import { useEffect, useRef } from 'react'
import type { AdminSession } from '#app/admin/administrators/admin-session.contract.ts'
import { ToasterOnDemand } from '#app/web/toasts/ToasterOnDemand.tsx'
import { AdminLogin } from './AdminLogin.tsx'

/**
 * The login over a page that somebody was working on. A modal `<dialog>`, so that it also stands
 * over one that was open, and gives the focus back to where it was.
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
      {/* Whatever has closed it: too long unused, locked in another tab, a new password. */}
      <AdminLogin
        onOpen={onOpen}
        reason="The back office is locked. Enter the password to go on."
      />
      <ToasterOnDemand />
    </dialog>
  )
}
