import type { LegalSection } from './LegalPage.tsx'

/** What stands in our tables, in plain words. */
export function whatWeKeep({ isMeasuring }: { isMeasuring: boolean }): LegalSection {
  return {
    id: 'what-we-keep',
    title: 'What we keep, and why',
    body: (
      <>
        <h3>Your account</h3>
        <p>
          Your e-mail address, and your password as a one-way hash (argon2id) from which it cannot
          be read back. While you are signed in, a session: when it began and when it was last used.
          Of every secret in a cookie or a mailed link we keep only a hash.
        </p>
        <h3>Your membership</h3>
        <p>
          Which plan you have, its status and dates, the brand and the last four digits of your
          card, what you have paid and what was paid back, and the payment provider’s own references
          to these. We need them to open the feed for you and to account for the money.
        </p>
        <h3>Trials</h3>
        <p>
          There is one free trial for each person and card. To know that, we keep a hash of your
          e-mail address and of the payment provider’s name for your card. Neither can be read back.
        </p>
        <h3>Where you go</h3>
        <p>
          When you follow a deal to a retailer, we note the deal, the time and your account, so that
          we learn which deals are wanted. Requests that browsers make ahead of you, and those of
          robots, are noted apart and not counted.
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
