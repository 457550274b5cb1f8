import { COOKIES, KEPT_IN_BROWSER, legal } from '#app/marketing/legal.ts'
import { site } from '#app/web/site.ts'
import { KeptList, type LegalSection } from './LegalPage.tsx'

/** What is kept is what the code keeps: a change there is a change here. */
export function privacySections({ hasFilm }: { hasFilm: boolean }): LegalSection[] {
  return [
    {
      id: 'in-short',
      title: 'In short',
      body: (
        <ul>
          <li>We keep what an account and a membership need, and little else.</li>
          <li>Your card number never reaches us.</li>
          <li>
            No advertising or analytics company hears anything of you from this site unless you have
            agreed to it.
          </li>
          <li>We sell nobody’s data to anybody.</li>
        </ul>
      ),
    },
    {
      id: 'what-we-keep',
      title: 'What we keep, and why',
      body: (
        <>
          <h3>Your account</h3>
          <p>
            Your e-mail address, and your password as a one-way hash (argon2id) from which it cannot
            be read back. While you are signed in, a session: when it began and when it was last
            used. Of every secret in a cookie or a mailed link we keep only a hash.
          </p>
          <h3>Your membership</h3>
          <p>
            Which plan you have, its status and dates, the brand and the last four digits of your
            card, what you have paid and what was paid back, and the payment provider’s own
            references to these. We need them to open the feed for you and to account for the money.
          </p>
          <h3>Trials</h3>
          <p>
            There is one free trial for each person and card. To know that, we keep a hash of your
            e-mail address and of the payment provider’s name for your card. Neither can be read
            back.
          </p>
          <h3>Where you go</h3>
          <p>
            When you follow a deal to a retailer, we note the deal, the time and your account, so
            that we learn which deals are wanted. Requests that browsers make ahead of you, and
            those of robots, are noted apart and not counted.
          </p>
          <h3>What happens on our pages</h3>
          <p>
            Four things are noted: that the sign-in page was opened, that somebody signed in or out,
            and that a visitor clicked on a deal that is for members. Beside each stand the time,
            the deal or the page, and your account if you are signed in. Other page visits are not
            noted.
          </p>
          <h3>Your network address</h3>
          <p>
            We count attempts to sign in, to ask for links and to begin payments by network address,
            so that nobody can try passwords without end. Our logs hold neither network addresses
            nor what people send.
          </p>
        </>
      ),
    },
    {
      id: 'cookies',
      title: 'Cookies',
      body: (
        <>
          <p>
            All of them are ours, and each is there for something you do. None follows you to other
            sites. You need none of them to look around.
          </p>
          <KeptList kept={COOKIES} />
          <h3>Kept in your browser</h3>
          <p>These stay on your device and are never used to recognise you.</p>
          <KeptList kept={KEPT_IN_BROWSER} />
        </>
      ),
    },
    {
      id: 'who-else',
      title: 'Who else sees it',
      body: (
        <>
          <p>Those who work for us, each with what the work needs and no more:</p>
          <ul>
            <li>
              <strong>The payment provider</strong> (Stripe) takes your card on its own page, sends
              the money and keeps your payment details. It learns your e-mail address from you.
            </li>
            <li>
              <strong>The mail service</strong> carries our mails to you and so sees your address
              and what they say.
            </li>
            <li>
              <strong>The host</strong> of our servers, database and pictures stores them for us.
            </li>
          </ul>
          {hasFilm && (
            <p>
              The film on our front page is played by another company. Its player is loaded only
              when you start the film; then that company learns your network address.
            </p>
          )}
          <h3>Retailers</h3>
          <p>
            When you open a deal you go to the retailer’s own site, where the retailer’s policy
            applies. We send nothing about you along, and your browser is told not to say which of
            our pages you came from.
          </p>
          <h3>Advertising and analytics</h3>
          <p>
            Nothing goes to an advertising or analytics company unless you have agreed to it. A
            browser that sends Global Privacy Control has said no, and we keep to that.
          </p>
          <h3>The law</h3>
          <p>We hand data to authorities when the law obliges us to, and only then.</p>
        </>
      ),
    },
    {
      id: 'how-long',
      title: 'How long we keep it',
      body: (
        <ul>
          <li>Your account: until you have it deleted.</li>
          <li>Sessions: until 14 days after you last came, and never more than 90 days.</li>
          <li>Browsers you have signed in with: until 365 days after the last time.</li>
          <li>
            Links that reset a password or finish an account: they work for 30 minutes and once. A
            reset link is then deleted, a link that finishes an account after 90 days.
          </li>
          <li>What happens on our pages: 90 days.</li>
          <li>
            Ways out to retailers: while your account exists; after that without any link to you.
          </li>
          <li>Payments that were begun and never made: 30 days.</li>
          <li>Payments and refunds: as long as the law wants accounts kept.</li>
          <li>What the payment provider reports to us: 60 days.</li>
          <li>
            Mails: 90 days after they were sent we forget to whom and what; only the kind remains.
          </li>
          <li>Counted attempts: at most a day, and an hour more until they are cleared away.</li>
          <li>Hashes of used trials: for good, as the trial is given once.</li>
        </ul>
      ),
    },
    {
      id: 'your-rights',
      title: 'Your rights',
      body: (
        <>
          <p>
            Wherever you live, you may ask us for a copy of what we keep about you, have it put
            right, or have your account deleted. Write to <Support /> from the address of your
            account. A membership is ended first, so that nothing is charged for an account that is
            gone. What the law tells us to keep, the record of payments, stays without your account.
          </p>
          <p>
            If you think we treat your data wrongly, please tell us. You may also complain to the
            authority that watches over privacy where you live.
          </p>
        </>
      ),
    },
    {
      id: 'safety',
      title: 'How it is protected',
      body: (
        <p>
          Connections are encrypted. Passwords and secrets are stored as hashes only. Every change
          by our staff is written down and cannot be erased. Should your data ever fall into wrong
          hands, we will tell you without delay.
        </p>
      ),
    },
    {
      id: 'children',
      title: 'Children',
      body: (
        <p>
          {`The club is for people of ${legal.ageMinimum} years and older. We do not knowingly keep data of anybody younger; if we learn of it, we delete it.`}
        </p>
      ),
    },
    {
      id: 'changes',
      title: 'Changes',
      body: (
        <p>
          When this policy changes, the new one stands here with its date. If the change matters to
          your account, we write to you before it takes effect. Questions go to <Support />.
        </p>
      ),
    },
  ]
}

function Support() {
  return (
    <a className="link wrap-anywhere" href={`mailto:${site.supportEmail}`}>
      {site.supportEmail}
    </a>
  )
}
