import { Link } from 'react-router'
import { Support } from '#app/marketing/web/frame/Support.tsx'
import { paths } from '#app/shared/paths.ts'
import type { LegalSection } from './LegalPage.tsx'

/** What people can do about their data; the privacy centre does most of it. */
export function yourRights({ isMeasuring }: { isMeasuring: boolean }): LegalSection {
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
          the record of payments and refunds with the payment provider’s references, as the law
          demands, the hashes of used trials, how often each deal was opened
          {isMeasuring &&
            ', and for 30 days that something was passed on, but no longer by whose choice'}
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
