import type { FoundPayer } from '#app/admin/members.contract.ts'
import { mailedLinkInWords, paidInWords, standingOfMember } from './words.copy.ts'

/** People who paid and have no account yet: what is known of the payment, and what can be done meanwhile. */
export function PayersFound({ payers }: { payers: FoundPayer[] }) {
  if (payers.length === 0) return null
  return (
    <section className="member-payers" aria-labelledby="payers">
      <h2 id="payers" className="panel-title">
        Paid, and waiting for an account
      </h2>
      <ul className="member-found">
        {payers.map((payer) => (
          <li key={payer.checkoutId}>
            <div>
              <span className="member-address">{payer.email}</span>
              <span>
                {payer.standing === null ? 'Not told yet' : standingOfMember(payer.standing)}
              </span>
              <span className="soft">{paidInWords(payer)}</span>
              <span className="soft member-payer-link">{mailedLinkInWords(payer)}</span>
            </div>
          </li>
        ))}
      </ul>
      <p className="soft">
        Their page begins with their account. The mailed link makes it, and one that is too old
        offers a new one where it leads. Who mistyped the address mends it on the page after paying,
        in the same browser. Until then a refund or an end is made at the payment provider, where
        the membership has the name above; what is done there is followed here.
      </p>
    </section>
  )
}
