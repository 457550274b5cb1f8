import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '#app/shared/paths.ts'
import { OfferTerms } from './OfferTerms.tsx'
import { useHasHadTrial } from './subscription.ts'

type Props = { children?: ReactNode; label?: string }

/** The way in, what else may be done beside it, and what it costs. */
export function JoinButton({ children, label = 'Start your free trial' }: Props) {
  const hasHadTrial = useHasHadTrial()
  const button = (
    <Link className="button" discover="none" to={paths.joinNow()}>
      {hasHadTrial ? 'Join again' : label}
    </Link>
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
