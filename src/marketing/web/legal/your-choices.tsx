import ConsentChoice from '#app/tracking/web/ConsentChoice.tsx'
import type { LegalSection } from './LegalPage.tsx'

/** What agreeing to be measured means; what is told is what the code tells. */
export function yourChoices({ hasTags }: { hasTags: boolean }): LegalSection {
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
          When you have chosen we do not ask again for 180 days. Declining later deletes these
          cookies and whatever still waits to be sent; what was sent before, those services keep by
          their own rules. A browser that sends Global Privacy Control has declined for you.
        </p>
      </>
    ),
  }
}
