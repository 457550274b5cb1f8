import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { paths } from '#app/shared/paths.ts'
import type { PageHandle } from '#app/web/page/head.ts'
import { type Shut, ShutDoor } from '#app/web/page/ShutDoor.tsx'
import { CheckoutPanel } from './CheckoutPanel.tsx'
import { loadJoining } from './joining-door.ts'
import { TrialTimeline } from './TrialTimeline.tsx'
import { useCheckout } from './use-checkout.ts'

export const handle: PageHandle = {
  head: ({ settings: { club } }) => ({
    title: 'Subscribe',
    description: `Choose a plan of ${club.name} and start with a free trial.`,
    canonicalPath: paths.subscribe(),
  }),
}

export function loader(args: LoaderFunctionArgs) {
  return loadJoining(args, paths.dailyDeals())
}

/** For people who have decided: plan, price, terms, button. */
export function Component() {
  const door = useLoaderData<Shut | null>()
  return door ? <ShutDoor title="Not just now" words={door.shut} /> : <Subscribe />
}

function Subscribe() {
  const checkout = useCheckout()
  const { offer, plan, terms } = checkout
  return (
    <div className="wrap grid gap-x-8 gap-y-12 py-12 lg:grid-cols-12 lg:py-20">
      <div className="lg:col-span-5">
        <h1 className="headline mb-8">Subscribe</h1>
        <CheckoutPanel checkout={checkout} />
      </div>
      <aside className="lg:col-span-6 lg:col-start-7 lg:pt-4" aria-label="What happens next">
        {terms.isTrial && <TrialTimeline offer={offer} plan={plan} terms={terms} />}
        <p className={terms.isTrial ? 'lead mt-12' : 'lead'}>{offer.guarantee}</p>
      </aside>
    </div>
  )
}
