import { Link } from 'react-router'
import { Support } from '#app/marketing/web/frame/Support.tsx'
import { intervalsOf, type OfferWords, ratesOf } from '#app/membership/web/join/offer.copy.ts'
import { paths } from '#app/shared/paths.ts'
import type { LegalSection } from './LegalPage.tsx'

/** What membership costs. Every price, period and promise is that of the one offer. */
export function payingSections({
  sold,
  trialDays,
  guarantee,
  saleLastDay,
}: OfferWords): LegalSection[] {
  return [
    {
      id: 'trial',
      title: 'The free trial',
      body: (
        <>
          <p>
            {`Membership begins with ${trialDays} free days. You give a card when you begin, and nothing is charged while the trial lasts. We write to you the day before it ends. Cancel before it ends and you pay nothing; otherwise the first payment of your plan is taken when it ends.`}
          </p>
          <p>
            There is one trial for each person and card. A second one that is begun all the same is
            ended at once, without a charge, and we tell you.
          </p>
        </>
      ),
    },
    {
      id: 'price',
      title: 'Price and renewal',
      body: (
        <>
          <p>
            {`Membership costs ${ratesOf({ sold })}, in US dollars. It renews by itself at the end of each ${intervalsOf({ sold })}, at the same price, until you cancel.`}
          </p>
          {sold.map(
            ({ key, salePrice }) =>
              salePrice && (
                <p key={key}>
                  {`Until ${saleLastDay} the first year costs ${salePrice}. After it the usual price applies.`}
                </p>
              ),
          )}
          {sold.length > 1 && (
            <p>
              You may change from one plan to {sold.length === 2 ? 'the other' : 'another'} in your
              account. During the trial that costs nothing; later what is left of the old plan is
              set against the new one, and you see the amount before you agree.
            </p>
          )}
          <p>
            When a payment fails, the feed closes for you until it has been put right in your
            account. The payment provider tries again for a while; if it never succeeds, the
            membership ends.
          </p>
          <p>
            Should our prices change, we write to you before your next renewal, and you may cancel
            before it.
          </p>
        </>
      ),
    },
    {
      id: 'leaving',
      title: 'How to leave',
      body: (
        <>
          <p>
            {'Cancel in '}
            <Link className="link" to={paths.account()}>
              your account
            </Link>
            {
              ', with two clicks and without a reason. The membership then ends with the time you have paid for, or with the trial; until then everything stays open, and you may take the cancellation back.'
            }
          </p>
          <p>
            You may also delete your account there. That ends a membership or a trial at once,
            without a refund for the time that is left, and gives up the guarantee below.
          </p>
        </>
      ),
    },
    {
      id: 'guarantee',
      title: 'Guarantee and refunds',
      body: (
        <>
          <p>{guarantee}</p>
          <p>
            {'To ask for it, write to '}
            <Support />
            {
              ' from the address of your account, and before you delete it: after that, nothing tells which savings were yours.'
            }
          </p>
          <p>
            If you have paid twice for the same time by mistake, the second payment is paid back
            without your asking, and so is one that you make while your account is being deleted.
            Apart from this, and from what the law where you live gives you, a period that has begun
            is not refunded in part.
          </p>
        </>
      ),
    },
  ]
}
