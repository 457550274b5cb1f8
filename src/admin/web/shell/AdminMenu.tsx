import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import type { AdminSession } from '#app/admin/administrators/admin-session.contract.ts'
import { isInRoom, menuFor } from './rooms.rules.ts'

export const ADMIN_MENU = 'admin-menu'

/**
 * All rooms by group. Beside the page if there is space; else a drawer, opened by the bar's button and closed
 * by Escape, a press outside, or the choice of a room.
 */
export function AdminMenu({ session }: { session: AdminSession }) {
  const { pathname } = useLocation()
  const menu = useRef<HTMLElement>(null)

  function close() {
    if (menu.current?.matches(':popover-open')) menu.current.hidePopover()
  }

  // A wider window may show the menu beside the page again.
  useEffect(() => {
    addEventListener('resize', close)
    return () => removeEventListener('resize', close)
  })

  return (
    <nav ref={menu} id={ADMIN_MENU} popover="auto" className="admin-side" aria-label="Back office">
      {menuFor(session).map(({ name, rooms }) => {
        const heading = `${ADMIN_MENU}-${name.toLowerCase()}`
        return (
          <div key={name} className="admin-group">
            <p id={heading} className="admin-group-name">
              {name}
            </p>
            <ul aria-labelledby={heading}>
              {rooms.map(({ label, to }) => (
                <li key={to}>
                  <Link
                    to={to}
                    className="admin-room"
                    discover="none"
                    aria-current={isInRoom(pathname, to) ? 'page' : undefined}
                    onClick={close}
                  >
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        )
      })}
    </nav>
  )
}
