import { Link } from 'react-router'
import { FREE_DEALS_A_DAY } from '#app/deals/deals.facts.ts'
import { legal } from '#app/marketing/legal.ts'
import { Support } from '#app/marketing/web/frame/Support.tsx'
import type { OfferWords } from '#app/membership/web/join/offer.copy.ts'
import { spellNumber } from '#app/shared/counts.ts'
import { paths } from '#app/shared/paths.ts'
import { site } from '#app/shared/site.ts'
import type { LegalSection } from './LegalPage.tsx'
import { payingSections } from './terms-paying.tsx'

export function termsSections(offer: OfferWords): LegalSection[] {
  return [
    {
      id: 'the-club',
      title: 'The club',
      body: (
        <>
          <p>
            {`${site.name} finds designer fashion that retailers have marked down and shows it in one feed. These terms hold between you and us whenever you use this site.`}
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
            Without an account: the brand, the picture and both prices of every deal in the feed.
          </li>
          <li>
            {`With an account and no membership: up to ${spellNumber(FREE_DEALS_A_DAY)} deals a day in full, the same for everybody. We choose them.`}
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
        </>
      ),
    },
    {
      id: 'deals',
      title: 'Deals and prices',
      body: (
        <p>
          We show prices as we read them when we add a deal. They may change, and a piece may sell
          out, at any moment; what the retailer shows is what counts. The price before is the one
          the retailer names. Where we do not know a price, we say so.
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
            'When these terms change, the new ones stand here with their date; members hear of it by mail before they take effect, and may leave. What we do with your data is in the '
          }
          <Link className="link" to={paths.privacyPolicy()}>
            Privacy Policy
          </Link>
          {'. Questions go to '}
          <Support />.
        </p>
      ),
    },
  ]
}
