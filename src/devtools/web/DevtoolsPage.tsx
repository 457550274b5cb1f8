import type { ReactNode } from 'react'
import { NavLink } from 'react-router'
import { useAdminSession } from '#app/admin/web/shell/session.ts'

const PAGES = [
  ['/admin/subscription-test', 'Test user'],
  ['/webhook-tester', 'Webhook tester'],
  ['/webhook-direct', 'Direct webhook'],
  ['/dev-test', 'Dev test'],
] as const

/** What every developer tool has around it. */
export function DevtoolsPage({ title, children }: { title: string; children: ReactNode }) {
  const { isOpen } = useAdminSession()
  return (
    <div className="grid grid-cols-1 gap-6 max-w-[60rem]">
      <nav aria-label="Developer tools" className="flex flex-wrap gap-x-6">
        {PAGES.map(([path, words]) => (
          <NavLink key={path} className="admin-link" to={path}>
            {words}
          </NavLink>
        ))}
      </nav>
      <h1 className="title">{title}</h1>
      {isOpen && children}
    </div>
  )
}
