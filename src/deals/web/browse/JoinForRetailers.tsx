import { Link } from 'react-router'
import { FreeAccountLink } from '#app/accounts/web/sign-up/FreeAccountLink.tsx'
import { JoinButton } from '#app/membership/web/join/JoinButton.tsx'
import type { ViewerClass } from '#app/membership/web/subscription.ts'
import { paths } from '#app/shared/paths.ts'

/** Shown to non-members at every retailer's address; reveals neither a name nor whether the retailer exists. */
export function JoinForRetailers({ viewer }: { viewer: ViewerClass }) {
  const isPastDue = viewer === 'past-due'
  return (
    <div className="wrap solo">
      <p className="caps">Retailers</p>
      <h1 className="headline max-w-[16ch]">
        {isPastDue ? 'Your payment needs a look' : 'Where to buy it is for members'}
      </h1>
      <p className="lead">
        {isPastDue
          ? 'Your last payment did not go through. Retailers open again as soon as it is fixed.'
          : 'Members see which retailer has which piece, and browse all that one has marked down.'}
      </p>
      <div className="grid justify-items-start gap-5">
        {isPastDue ? (
          <Link className="button" to={paths.account()}>
            Fix your payment
          </Link>
        ) : (
          <JoinButton />
        )}
        {viewer === 'visitor' && (
          <Link className="link text-sm" discover="none" to={paths.signIn()}>
            Already a member? Sign in
          </Link>
        )}
        <FreeAccountLink />
        <Link className="link text-sm" discover="none" to={paths.brands()}>
          Browse by brand
        </Link>
      </div>
    </div>
  )
}
