import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { SignOutButton } from '#app/accounts/web/SignOutButton.tsx'
import type { ViewerClass } from '#app/membership/web/subscription.ts'
import { UnreadCount } from '#app/notices/web/UnreadCount.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { PageLink } from '#app/web/page/PageLink.tsx'
import { Repeated } from '#app/web/page/Repeated.tsx'
import { Support } from '#app/web/page/Support.tsx'
import { useReturnPath } from '#app/web/page/use-return-path.ts'
import { linksFor } from './site-links.ts'

const ID = 'menu'
// Lets the browser open the dialog before scripts have loaded.
const OPENS = { command: 'show-modal', commandfor: ID }
const CLOSES = { command: 'close', commandfor: ID }

/** A native dialog: it traps focus, closes on Escape and needs no inline styles. */
export function MobileMenu({ viewer }: { viewer: ViewerClass }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const { key } = useLocation()
  const isHydrated = useHydrated()
  const next = useReturnPath()
  const close = () => dialog.current?.close()

  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation closes the menu.
  useEffect(close, [key])

  const open = () => dialog.current?.showModal()

  return (
    <>
      <button
        type="button"
        className="masthead-link lg:hidden"
        onClick={open}
        {...(isHydrated ? {} : OPENS)}
      >
        Menu
        {/* On the narrowest screens only the menu shows the count: there is no room beside the join link. */}
        {viewer !== 'visitor' && <UnreadCount className="count max-[22rem]:hidden" />}
      </button>
      <dialog ref={dialog} id={ID} className="menu" aria-label="Menu">
        <div className="menu-top">
          <button
            type="button"
            className="masthead-link"
            onClick={close}
            {...(isHydrated ? {} : CLOSES)}
          >
            Close
          </button>
        </div>
        <Repeated
          as="nav"
          aria-label="Menu"
          className="mt-4"
          // Not cached for signed-in viewers, whose menu shows their own counts.
          from={viewer === 'visitor' ? JSON.stringify(['menu', next]) : undefined}
          draw={() => (
            <>
              {linksFor(viewer, next)
                .filter(({ isFooterOnly }) => !isFooterOnly)
                .map(({ label, to, Count }) => (
                  <PageLink key={to} to={to} className="menu-link" onClick={close}>
                    {label}
                    {Count && <Count />}
                  </PageLink>
                ))}
              {viewer !== 'visitor' && <SignOutButton className="menu-link" />}
            </>
          )}
        />
        <p className="mt-auto pt-12 text-sm text-ink-soft">
          {'Questions? Write to '}
          <Support />
        </p>
      </dialog>
    </>
  )
}
