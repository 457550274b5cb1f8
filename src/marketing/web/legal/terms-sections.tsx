import { Link } from 'react-router'
import { CLAIM_OPEN_MS, HELD_MS } from '#app/guarantee/guarantee.facts.ts'
import { legal } from '#app/marketing/legal.ts'
import { WATCHED_MS } from '#app/membership/membership.facts.ts'
import { intervalsOf, ratesOf } from '#app/membership/web/join/all-plans.copy.ts'
import type { OfferWords } from '#app/membership/web/join/offer.copy.ts'
import { spellNumber } from '#app/shared/counts.ts'
import { formatDays, HOUR_MS } from '#app/shared/dates.ts'
import { FREE_DEALS_A_DAY } from '#app/shared/free-account.ts'
import { paths } from '#app/shared/paths.ts'
import type { Club } from '#app/shared/site.ts'
import { Support } from '#app/web/page/Support.tsx'
import type { LegalSection } from './section.ts'
import { WhoWeAre } from './WhoWeAre.tsx'

export function termsSections(offer: OfferWords, club: Club): LegalSection[] {
  return [
    {
      id: 'the-club',
      title: 'The club',
      body: (
        <>
          <p>
            {`${club.name} finds designer fashion that retailers have marked down and shows it in one feed. These terms hold between you and us whenever you use this site.`}
          </p>
          <p>
            {`It is run by `}
            <WhoWeAre />
            {`, with whom you make the contract. You reach us at `}
            <Support />.
          </p>
          <p>We sell no clothes. We take no order, hold no stock and send no parcel.</p>
        </>
      ),
    },
    {
      id: 'who-may-join',
      title: 'Who may join',
      body: (
        <p>
          {`You must be at least ${legal.ageMinimum} years old to use this site. If you are too young to make a contract where you live, a parent or guardian has to agree and pay for you.`}
        </p>
      ),
    },
    {
      id: 'what-you-see',
      title: 'What you see',
      body: (
        <ul>
          <li>
            Without an account: the brand, the picture and the prices of every deal in the feed.
          </li>
          <li>
            {'With a '}
            <Link className="link" to={paths.signUp()}>
              free account
            </Link>
            {` and no membership: up to ${spellNumber(FREE_DEALS_A_DAY)} deals a day in full, the same for everybody. We choose them.`}
          </li>
          <li>As a member: every deal in full, with its name, its retailer and the link.</li>
        </ul>
      ),
    },
    ...payingSections(offer),
    {
      id: 'retailers',
      title: 'Retailers',
      body: (
        <>
          <p>
            You buy from the retailer, on the retailer’s site and terms. The retailer alone answers
            for the piece, its price, payment, delivery, returns and what is done with your data
            there.
          </p>
          <p>
            Some of them pay us a commission through a network when a member buys. It changes
            nothing of your price, and nothing of which deals you see.
          </p>
        </>
      ),
    },
    {
      id: 'deals',
      title: 'Deals and prices',
      body: (
        <p>
          We show prices as we read them, and look at the retailers’ pages again where they let us.
          They may change, and a piece may sell out, at any moment; what the retailer shows is what
          counts. Where we do not know a price, we say so; where we do not know what a price before
          rests on, we strike nothing out and claim no saving. What you tell us of a deal we look
          into, and you read in your inbox what we found. Delivery is not part of any price or
          saving that we show.
        </p>
      ),
    },
    {
      id: 'fair-use',
      title: 'Your account, and fair use',
      body: (
        <>
          <p>
            An account is for one person. Keep your password to yourself, and tell us if somebody
            else has used your account.
          </p>
          <p>
            Please do not copy the feed, read it by machine, pass its content on for money or try to
            get at what is not open to you. How much one person can open in a day has a limit, set
            well above what anybody needs. We may close an account that is used against these terms;
            for a year or month that was paid for and is lost by it without your fault, we pay you
            back.
          </p>
        </>
      ),
    },
    {
      id: 'answering',
      title: 'What we answer for',
      body: (
        <p>
          We run the club with care, but cannot promise that it is always there or that every deal
          is free of mistakes. We answer without limit for what we do on purpose or with gross
          neglect, and wherever the law says so. Beyond that, what we owe you is limited to what you
          have paid us in the last twelve months.
        </p>
      ),
    },
    {
      id: 'changes',
      title: 'Changes and contact',
      body: (
        <p>
          {
            'When these terms change, we write to whoever has an account before they hold. The new ones stand here with the day from which they do, beside those of before; whoever does not want them may leave until then. What we do with your data is in the '
          }
          <Link className="link" to={paths.privacyPolicy()}>
            Privacy Policy
          </Link>
          {`. These terms are governed by ${club.governingLaw}; whatever protects you by the law of where you live stays yours. Questions go to `}
          <Support />.
        </p>
      ),
    },
  ]
}

/** What membership costs. All prices, periods and promises come from the offer. */
function payingSections({ sold, trialDays, guarantee, saleLastDay }: OfferWords): LegalSection[] {
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
            Should our prices change, you keep the one you joined at, until you have been told of
            another as the law asks and have had the time to cancel.
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
            Counted are the first twelve months of paid time, once for a person, added up over
            pauses, plans and subscriptions, and what you bought in them by a link of ours: what you
            say you bought and what retailers’ networks confirm, less what went back. Whoever pays
            by the year and stops the renewal keeps it; whoever pays by the month and leaves before
            twelve paid months has none. Once a year’s fee has gone back under it, an account that
            is opened later with the same address or card has none.
          </p>
          <p>
            A saving is the retailer’s own earlier price, less what you paid, before delivery. Only
            an earlier price that we had seen ourselves when you went there counts: one that we were
            only told of, a recommended price and a price asked elsewhere save nothing, and the page
            of your savings says so beside the purchase.
          </p>
          <p>
            {'When the year has ended with less, you can ask for it on the page of '}
            <Link className="link" to={paths.guarantee()}>
              your guarantee
            </Link>
            {`, for ${formatDays(CLAIM_OPEN_MS)}. One press, and every payment for those months goes back the way it was made, less what was paid back before; of a payment that is also for the time after them, the part that is for them. Until then you may correct what is not confirmed. What a retailer reports after the refund takes nothing back, and your membership goes on unless you also end it.`}
          </p>
          <p>
            {`It is refused only while a payment of the year is taken back through your bank, or when that was decided for you; when everything was paid back already; or when confirmed savings reach the amount. We say which, with the rows. On a day on which many ask, a refund may wait for one of us to look at it, for ${HELD_MS / HOUR_MS} hours at most. Ask before you delete your account: after that, nothing tells which savings were yours.`}
          </p>
          <p>
            {`A bank may send a refund back to us, as when a card or an account is closed. The money is still yours: we look for that every day for ${formatDays(WATCHED_MS)}, write to you, and pay it again, or in another way that we agree on with you.`}
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
