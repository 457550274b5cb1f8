import { cookiesSet, keptInBrowser, legal } from '#app/marketing/legal.ts'
import { Support } from '#app/marketing/web/frame/Support.tsx'
import type { SiteSettings } from '#app/web/site-settings.ts'
import { KeptList, type LegalSection } from './LegalPage.tsx'
import { whatWeKeep } from './what-we-keep.tsx'
import { yourChoices } from './your-choices.tsx'
import { yourRights } from './your-rights.tsx'

type Facts = { hasFilm: boolean; tracking: SiteSettings['tracking'] }

/** What is kept is what the code keeps: a change there is a change here. */
export function privacySections({ hasFilm, tracking }: Facts): LegalSection[] {
  const isMeasuring = tracking !== undefined
  const hasTags = tracking?.tagManagerId !== undefined
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
          <li>Sessions: until 14 days after you last came, and never more than 90 days.</li>
          <li>Browsers you have signed in with: until 365 days after the last time.</li>
          <li>
            Links that reset a password or finish an account: they work for 30 minutes and once. A
            reset link is then deleted, a link that finishes an account after 90 days.
          </li>
          <li>What happens on our pages: 90 days.</li>
          {isMeasuring && (
            <li>
              What you agreed to have measured: until it is passed on, and never more than 8 days.
              What we note beside a payment, should you not come back from it: 8 days from its
              beginning, passed on or not. That something was passed on, beside the random name of
              your choice: 30 days. That you took your choice back, as a fingerprint of that name:
              180 days.
            </li>
          )}
          <li>
            Ways out to retailers: while your account exists; after that without any link to you.
          </li>
          <li>
            Payments that were begun and never made: 30 days. Of a free trial that was not the
            first, your address and your browser: 30 days, or until you delete your account.
          </li>
          <li>Payments and refunds: as long as the law wants accounts kept.</li>
          <li>What the payment provider reports to us: 60 days.</li>
          <li>
            Mails: 90 days after they were sent, or when you delete your account, we forget to whom
            and what; only the kind remains.
          </li>
          <li>Counted attempts: at most a day, and an hour more until they are cleared away.</li>
          <li>Hashes of used trials: for good, as the trial is given once.</li>
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
          When this policy changes, the new one stands here with its date. If the change matters to
          your account, we write to you before it takes effect. Questions go to <Support />.
        </p>
      ),
    },
  ]
}
