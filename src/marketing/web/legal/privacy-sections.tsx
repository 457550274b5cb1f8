import { Link } from 'react-router'
import {
  CONFIRM_EMAIL_MS,
  CONFIRMATION_LINK_MS,
  EMAIL_CHANGE_KEPT_MS,
  RESET_LINK_MS,
  SESSION_IDLE_MS,
  STOP_EMAIL_CHANGE_MS,
  UNCONFIRMED_KEPT_MS,
} from '#app/accounts/accounts.facts.ts'
import { DECLINED_FOR_MS } from '#app/follows/follows.facts.ts'
import { MAIL_EVENT_KEPT_MS } from '#app/mailings/mailings.facts.ts'
import { cookiesSet, keptInBrowser, legal } from '#app/marketing/legal.ts'
import {
  AD_CLICK_IDS_KEPT_MS,
  CHECKOUT_LINK_KEPT_MS,
  UNPAID_CHECKOUT_KEPT_MS,
  WEBHOOK_EVENT_KEPT_MS,
} from '#app/membership/membership.facts.ts'
import { NOTICE_KEPT_MS } from '#app/notices/notices.facts.ts'
import { REPORT_KEPT_MS } from '#app/reports/reports.facts.ts'
import { spellNumber } from '#app/shared/counts.ts'
import { DAY_MS, formatDays, formatMinutes } from '#app/shared/dates.ts'
import { paths } from '#app/shared/paths.ts'
import {
  CONSENT_KEPT_MS,
  DEVICE_IDLE_MS,
  FRUITLESS_KEPT_WEEKS,
  MAIL_KEPT_MS,
  SESSION_LONGEST_MS,
} from '#app/shared/retention.ts'
import {
  CLICK_KEPT_DAYS,
  EVENT_KEPT_MS,
  MARKETING_EVENT_DELIVERABLE_MS,
  MARKETING_EVENT_KEPT_MS,
  TRIP_KEPT_MS,
  TRIP_NUMBERS_TRAVEL,
} from '#app/tracking/tracking.facts.ts'
import ConsentChoice from '#app/tracking/web/ConsentChoice.tsx'
import { Support } from '#app/web/page/Support.tsx'
import type { SiteSettings } from '#app/web/site-settings.ts'
import { KeptList } from './LegalPage.tsx'
import type { LegalSection } from './section.ts'
import { WhoWeAre } from './WhoWeAre.tsx'

type Facts = { hasFilm: boolean; tracking: SiteSettings['tracking'] }

/** States what the code stores: a change there needs a change here. */
export function privacySections({ hasFilm, tracking }: Facts): LegalSection[] {
  const isMeasuring = tracking !== undefined
  const hasTags = tracking?.tagManagerId !== undefined
  return [
    {
      id: 'in-short',
      title: 'In short',
      body: (
        <>
          <ul>
            <li>We keep what an account and a membership need, and little else.</li>
            <li>Your card number never reaches us.</li>
            <li>
              No advertising or analytics company hears anything of you from this site unless you
              have agreed to it.
            </li>
            <li>We sell nobody’s data to anybody.</li>
          </ul>
          <p>
            {'Who answers for it: '}
            <WhoWeAre />
            {', '}
            <Support />.
          </p>
        </>
      ),
    },
    whatWeKeep({ isMeasuring }),
    {
      id: 'cookies',
      title: 'Cookies',
      body: (
        <>
          <p>
            {isMeasuring
              ? 'Those named here are ours, and all but the last two are there for something you do. You need none of them to look around.'
              : 'All of them are ours, and each is there for something you do. None follows you to other sites. You need none of them to look around.'}
          </p>
          {isMeasuring && (
            <p>
              The last two are made only when you agree to be measured for marketing. What they name
              is then told to advertising services, which may know you from other sites.
            </p>
          )}
          <KeptList kept={cookiesSet({ isMeasuring })} />
          {hasTags && (
            <p>
              Only when you agree, programs of advertising services add cookies that are not ours.
              Their names begin with <code>_ga</code>, <code>_gcl</code> or <code>_gid</code>, and
              those services decide how long they last. We delete them when you decline.
            </p>
          )}
          <h3>Kept in your browser</h3>
          <p>These stay on your device and are never used to recognise you.</p>
          <KeptList kept={keptInBrowser({ hasTags })} />
        </>
      ),
    },
    ...(tracking ? [yourChoices({ hasTags })] : []),
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
              <strong>The push service</strong> of your browser’s maker carries alerts to a device,
              if you ask for them there. They are sealed for your browser: it learns when we write
              to it, and not what.
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
          {TRIP_NUMBERS_TRAVEL && (
            <p>
              To some retailers a member’s link carries the number of that one click: it is another
              one each time and says nothing of you. By it the retailer’s partner network tells us
              that something was bought, for how much and whether it went back; it pays us a
              commission. A browser that sends Global Privacy Control carries no number: then only
              you record what you bought.
            </p>
          )}
          <h3>Advertising and analytics</h3>
          <p>
            Nothing goes to an advertising or analytics company unless you have agreed to it. A
            browser that sends Global Privacy Control has said no, and we keep to that.
            {isMeasuring && (
              <>
                {' What goes there with your agreement stands under '}
                <a className="link" href="#your-choices">
                  Your choices
                </a>
                .
              </>
            )}
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
          <li>Your account: until you delete it.</li>
          <li>
            {`A free account whose address nobody confirms, and of every other one that it was asked for: ${formatDays(UNCONFIRMED_KEPT_MS)}. The link that confirms it works for ${formatMinutes(CONFIRMATION_LINK_MS)} and once.`}
          </li>
          <li>{`Sessions: until ${formatDays(SESSION_IDLE_MS)} after you last came, and never more than ${formatDays(SESSION_LONGEST_MS)}.`}</li>
          <li>{`Browsers you have signed in with: until ${formatDays(DEVICE_IDLE_MS)} after the last time.`}</li>
          <li>
            {`Links that reset a password or finish an account: they work for ${formatMinutes(RESET_LINK_MS)} and once. A reset link is then deleted, a link that finishes an account after ${formatDays(CHECKOUT_LINK_KEPT_MS)}.`}
          </li>
          <li>
            {`A change of your address: ${formatDays(EMAIL_CHANGE_KEPT_MS)}, or until you delete your account. The link that confirms it works for ${formatMinutes(CONFIRM_EMAIL_MS)}, the one that stops it or takes it back for ${formatDays(STOP_EMAIL_CHANGE_MS)}.`}
          </li>
          <li>{`What happens on our pages: ${formatDays(EVENT_KEPT_MS)}.`}</li>
          {isMeasuring && (
            <li>
              {`What you agreed to have measured: until it is passed on, and never more than ${formatDays(MARKETING_EVENT_DELIVERABLE_MS + DAY_MS)}. What we note beside a payment, should you not come back from it: ${formatDays(AD_CLICK_IDS_KEPT_MS)} from its beginning, passed on or not. That something was passed on, beside the random name of your choice: ${formatDays(MARKETING_EVENT_KEPT_MS)}. That you took your choice back, as a fingerprint of that name: ${formatDays(CONSENT_KEPT_MS)}.`}
            </li>
          )}
          <li>
            {`Ways out to retailers: ${spellNumber(CLICK_KEPT_DAYS / 365)} years at most, and tied to you only while your account exists.`}
          </li>
          <li>
            {`What you bought on them and what you saved: while your account exists. The trip itself stays for ${formatDays(TRIP_KEPT_MS)} without any link to you; what a network reports of it by then counts as revenue only.`}
          </li>
          <li>
            Deals you save: while your account exists; one that you remove is gone within two hours.
          </li>
          <li>
            {`What you follow, leave out and set up: until you change it, while your account exists. A deal that you put aside with “Not for me”: ${formatDays(DECLINED_FOR_MS)}.`}
          </li>
          <li>{`What you told us of deals, and what we found: ${formatDays(REPORT_KEPT_MS)}; after you delete your account without your words and without any link to you.`}</li>
          <li>
            {`What you were told in the inbox: ${formatDays(NOTICE_KEPT_MS)}. At what price we told you last of a deal, so that nothing is told twice: while your account exists. A browser that shows alerts: until it is signed out or taken off your list.`}
          </li>
          <li>
            {`What you take by mail, your hour and your clock, and each yes with the words that you read: while your account exists. A mail that came back, was called unwanted or was stopped: ${formatDays(MAIL_EVENT_KEPT_MS)}; after you delete your account without any link to you.`}
          </li>
          <li>
            {`Payments that were begun and never made: ${formatDays(UNPAID_CHECKOUT_KEPT_MS)}. Of a free trial that was not the first, your address and your browser: ${formatDays(UNPAID_CHECKOUT_KEPT_MS)}, or until you delete your account.`}
          </li>
          <li>
            How your first year stands under the guarantee, and what was asked for and paid back:
            with your payments; after you delete your account without your name.
          </li>
          <li>
            Which version of terms and policy you have accepted: for good, since it is what we have
            agreed on; after you delete your account without your name.
          </li>
          <li>
            When one of us looked at your account, or did something for you, and what: for good;
            why: while your account exists.
          </li>
          <li>Payments and refunds: as long as the law wants accounts kept.</li>
          <li>{`What the payment provider reports to us: ${formatDays(WEBHOOK_EVENT_KEPT_MS)}.`}</li>
          <li>
            {`Mails: ${formatDays(MAIL_KEPT_MS)} after they were sent, or when you delete your account, we forget to whom and what; only the kind remains.`}
          </li>
          <li>Counted attempts: at most a day, and an hour more until they are cleared away.</li>
          <li>
            Hashes of used trials: for good, as the trial is given once. Those that tell whose a
            guarantee is: while your account exists, and for good once you have asked for its fee,
            unless that was refused.
          </li>
        </ul>
      ),
    },
    yourRights({ isMeasuring }),
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
          When this policy changes, we write to whoever has an account before it holds. The new one
          stands here with the day from which it does, beside those of before. Questions go to{' '}
          <Support />.
        </p>
      ),
    },
  ]
}

/** The contents of our tables, in plain words. */
function whatWeKeep({ isMeasuring }: { isMeasuring: boolean }): LegalSection {
  return {
    id: 'what-we-keep',
    title: 'What we keep, and why',
    body: (
      <>
        <h3>Your account</h3>
        <p>
          Your e-mail address, and your password as a one-way hash (argon2id) from which it cannot
          be read back. While you are signed in, a session: when it began, when it was last used,
          and the name of the browser and its system, such as “Firefox on Windows”, so that you can
          tell them apart and sign one out; never where it is. When you ask for another address, the
          one before and the new one, so that the change can be confirmed, and taken back. Of every
          secret in a cookie or a mailed link we keep only a hash. When you sign up, join or ask for
          a new password, we note the page of ours that you came from, to bring you back to it.
          Which version of our terms and of this policy you have accepted, when, and whether by
          signing up, by joining or when we asked you; also that you put it off.
        </p>
        <h3>Your membership</h3>
        <p>
          Which plan you have, its status and dates, the brand and the last four digits of your
          card, what you have paid and what was paid back, and the payment provider’s own references
          to these. We need them to open the feed for you and to account for the money. When you
          begin a payment, we also note the name of the site that led you to us, such as
          “example.com”, if your browser says it, and nothing of where you were on it: to learn
          where members come from.
        </p>
        <h3>Mail that you ask for</h3>
        <p>
          Editions and alerts come only if you say yes, and only to an inbox that you have shown to
          be yours by a link. We keep what you chose, at which hour and by which clock, and each yes
          with its words, its time and where you gave it. Each of these mails can be stopped with
          one press, without signing in. None of them reports that it was opened; a press on one of
          our pages that you came to from a mail is counted as such. When a mail comes back or is
          reported as unwanted, we stop sending to that address and tell you so.
        </p>
        <p>
          What you have to know, such as new terms, new prices or a breach of your data, we write to
          whoever has an account, also to those who take no mail. Such a letter is about nothing
          else, and carries no deal and no offer.
        </p>
        <h3>Trials and the guarantee</h3>
        <p>
          There is one free trial for each person and card, and one year’s fee under the guarantee.
          To know that, we keep a hash of your e-mail address and of the payment provider’s name for
          your card. Neither can be read back.
        </p>
        <h3>Where you go</h3>
        <p>
          When you follow a deal to a retailer, we note the deal, the time and your account, so that
          we learn which deals are wanted. Requests that browsers make ahead of you, and those of
          robots, are noted apart and not counted. Of a member’s click we keep the prices that we
          showed then and what they rested on, under a number of that one click.
        </p>
        <h3>What it brought you</h3>
        <p>
          What you tell us that you bought or gave back, for what price and on which day; what a
          retailer’s network reports of it; what we have decided where the two left something open;
          and when each was said. Your savings are counted from it, and with them the guarantee.
        </p>
        <h3>What is for you</h3>
        <p>
          The deals you save, the price at which you want to be told of one, and what you tell us of
          what you want: the brands, categories, retailers and searches that you follow or leave
          out, your departments and sizes, the most that a piece may cost, and the deals you put
          aside. We choose among the deals by it, by a written rule, and by nothing that you have
          not said.
          {` When you are signed in and a search of yours finds nothing, we count how many people looked for its words in that week, without keeping who they were, and forget the count within ${spellNumber(FRUITLESS_KEPT_WEEKS + 1)} weeks.`}
        </p>
        <h3>What you tell us of deals</h3>
        <p>
          When you tell us that something is wrong with a deal, we keep what you told us, of which
          deal and when, and what we found, so that it is put right and you hear of it. Your words
          are read by those who look after the deals, who do not see whose they are, and are shown
          to nobody else.
        </p>
        <h3>What happens on our pages</h3>
        <p>
          Four things are noted: that the sign-in page was opened, that somebody signed in or out,
          and that a visitor clicked on a deal that is for members. Beside each stand the time, the
          deal or the page, and your account if you are signed in. Other page visits are not noted
          {isMeasuring && ', unless you agree to be measured for marketing'}.
        </p>
        {isMeasuring && (
          <>
            <h3>What you agree to have measured</h3>
            <p>
              Only if you agree, we note for the advertising services: which page was opened, or
              what was bought, and when; your network address, the string by which your browser
              names itself and its system, the marks in <code>_fbp</code> and <code>_fbc</code>, and
              a random name for your choice. When you begin a payment the same stands beside it, so
              that the purchase can be told of even if you do not come back to us from paying.
            </p>
          </>
        )}
        <h3>Your network address</h3>
        <p>
          We count attempts to sign in, to ask for links and to begin payments by network address,
          so that nobody can try passwords without end
          {isMeasuring && ', and note it where you agree to be measured'}. Our logs hold neither
          network addresses nor what people send.
        </p>
      </>
    ),
  }
}

/** What consent to be measured means; has to match what the code reports. */
function yourChoices({ hasTags }: { hasTags: boolean }): LegalSection {
  return {
    id: 'your-choices',
    title: 'Your choices',
    body: (
      <>
        <p>
          We advertise so that people find us, and would like to know which advertisements lead to
          anything. Whether this browser takes part is yours to say, and the club is the same for
          you either way.
        </p>
        <ConsentChoice />
        <p>Only if you accept, advertising services hear from us:</p>
        <ul>
          <li>
            that a page was opened: its address without anything that follows the path, and when;
          </li>
          <li>that a membership was begun, and for what price;</li>
          <li>
            with each of these your network address, what your browser calls itself, a random name
            for your choice, and the marks in the cookies <code>_fbp</code> and <code>_fbc</code>: a
            random name for your browser, and the advertisement you came from.
          </li>
        </ul>
        <p>
          We never tell them your e-mail address, anything of your card, or the payment provider’s
          name for a payment. Of your account, the way out to a retailer, finishing an account and
          resetting a password we tell them nothing at all.
        </p>
        {hasTags && (
          <p>
            When you have accepted, our pages also load Google Tag Manager, and with it programs of
            the advertising services. They run inside our page, as our own programs do: they can see
            all that is on it and in its address, ask our site as you would, and keep cookies of
            their own, whose names begin with <code>_ga</code>, <code>_gcl</code> or{' '}
            <code>_gid</code>. Pages where you sign in, reset a password, finish an account or see
            your own are opened afresh, without them; so they are not shown what such a page shows,
            and we load only what we trust to ask for no more.
          </p>
        )}
        <p>
          {`When you have chosen we do not ask again for ${formatDays(CONSENT_KEPT_MS)}. Declining later deletes these cookies and whatever still waits to be sent; what was sent before, those services keep by their own rules. A browser that sends Global Privacy Control has declined for you.`}
        </p>
      </>
    ),
  }
}

/** People's rights over their data; the privacy centre covers most of them. */
function yourRights({ isMeasuring }: { isMeasuring: boolean }): LegalSection {
  return {
    id: 'your-rights',
    title: 'Your rights',
    body: (
      <>
        <p>
          Wherever you live, you may see what we keep about you, take it along, have it put right,
          and have your account deleted. Signed in, you do all but the third yourself, under{' '}
          <Link className="link" to={paths.account()}>
            Your data
          </Link>{' '}
          on your account page. To have something put right, or if you cannot sign in, write to{' '}
          <Support /> from the address of your account.
        </p>
        <p>
          Deleting your account ends a running membership at once, without a refund for the time
          that is left and without the guarantee, so that nothing is charged for an account that is
          gone. Your address, your password, your card’s last digits and whatever ties payments,
          clicks and mails to you are deleted in the same moment. What stays is without your name:
          the record of payments and refunds, and of days that we gave, with the payment provider’s
          references, as the law demands, that somebody accepted our terms and this policy, in which
          version and when, that somebody said yes to a mail of ours and when, that one of us looked
          at an account or changed something about it, but not whose it was or why, the hashes of
          used trials and of a year’s fee that you have asked back, how often each deal was opened,
          how many told us what of a deal
          {isMeasuring &&
            `, and for ${formatDays(MARKETING_EVENT_KEPT_MS)} that something was passed on, but no longer by whose choice`}
          . The payment provider keeps its own records by its own rules.
        </p>
        <p>
          If you think we treat your data wrongly, please tell us. You may also complain to the
          authority that watches over privacy where you live.
        </p>
      </>
    ),
  }
}
