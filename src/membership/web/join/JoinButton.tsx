import type { ReactNode } from 'react'
import { useHasHadTrial } from '#app/membership/web/subscription.ts'
import { paths } from '#app/shared/paths.ts'
import { PageLink } from '#app/web/page/PageLink.tsx'
import { useReturnPath } from '#app/web/page/use-return-path.ts'
import { OfferTerms } from './OfferTerms.tsx'

type Props = { children?: ReactNode; label?: string }

/** The button to join, other actions beside it, and what joining costs. */
export function JoinButton({ children, label = 'Start your free trial' }: Props) {
  const hasHadTrial = useHasHadTrial()
  const next = useReturnPath()
  const button = (
    <PageLink className="button" to={paths.joinNow(next)}>
      {hasHadTrial ? 'Join again' : label}
    </PageLink>
  )
  return (
    <>
      {children ? (
        <div className="solo-actions">
          {button}
          {children}
        </div>
      ) : (
        button
      )}
      <OfferTerms />
    </>
  )
}
