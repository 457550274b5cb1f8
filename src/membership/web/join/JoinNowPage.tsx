import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { paths } from '#app/shared/paths.ts'
import type { PageHandle } from '#app/web/page/head.ts'
import { type Shut, ShutDoor } from '#app/web/page/ShutDoor.tsx'
import { CheckoutPanel } from './CheckoutPanel.tsx'
import { HowItWorks } from './HowItWorks.tsx'
import { loadJoining } from './joining-door.ts'
import { TrialQuestions } from './TrialQuestions.tsx'
import { TrialTimeline } from './TrialTimeline.tsx'
import { useCheckout } from './use-checkout.ts'

export const handle: PageHandle = {
  head: ({ settings: { club } }) => ({
    title: 'Join',
    description: `Try ${club.name} for free: every designer deal of the day, named and linked.`,
    canonicalPath: paths.joinNow(),
  }),
}

export function loader(args: LoaderFunctionArgs) {
  return loadJoining(args, paths.account())
}

/** The page between a first look and a membership: what it is, what it costs, what happens when. */
export function Component() {
  const door = useLoaderData<Shut | null>()
  return door ? <ShutDoor title="Not just now" words={door.shut} /> : <JoinNow />
}

function JoinNow() {
  const checkout = useCheckout()
  const { offer, plan, terms } = checkout
  return (
    <>
      <div className="wrap grid gap-x-8 gap-y-10 pt-10 lg:grid-cols-12 lg:pt-16">
        <div className="flex flex-col gap-8 lg:col-span-7">
          <h1 className="display">
            {terms.isTrial ? (
              <>
                {`${offer.trialDaysInWords} days, `}
                <br /> free.
              </>
            ) : (
              'Come back to the rail.'
            )}
          </h1>
          <p className="lead">
            Join and the feed opens: the name of every piece, the retailer that has it, and the link
            that takes you there. New every morning.
          </p>
        </div>
        <div className="lg:col-span-5 xl:col-span-4 xl:col-start-9">
          <CheckoutPanel checkout={checkout} />
        </div>
      </div>
      {terms.isTrial && (
        <section className="wrap mt-16 lg:mt-24" aria-labelledby="timeline">
          <h2 className="headline mb-10" id="timeline">
            What happens when
          </h2>
          <TrialTimeline offer={offer} plan={plan} terms={terms} />
        </section>
      )}
      <HowItWorks />
      <section className="on-ink mt-20 bg-ink text-on-ink lg:mt-28" aria-labelledby="guarantee">
        <div className="wrap grid gap-6 py-16 lg:grid-cols-12 lg:py-24">
          <h2 className="caps text-on-ink-soft lg:col-span-3" id="guarantee">
            Our guarantee
          </h2>
          <p className="headline max-w-[24ch] lg:col-span-9">{offer.guarantee}</p>
        </div>
      </section>
      <TrialQuestions offer={offer} plan={plan} terms={terms}>
        <a className="button button-quiet" href="#join">
          Choose your plan
        </a>
      </TrialQuestions>
    </>
  )
}
