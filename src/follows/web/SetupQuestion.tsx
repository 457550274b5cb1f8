import { Link } from 'react-router'
import { paths } from '#app/shared/paths.ts'
import { browserApi } from '#app/web/api/api.ts'
import './offer.css'

type Props = { onClose: () => void }

/** Two ways on, both of which end the offer. */
export default function SetupQuestion({ onClose }: Props) {
  /** It is not offered again; should the note be lost, nothing else is. */
  function close() {
    onClose()
    void browserApi.request('POST', '/api/for-you/offered').catch(() => {})
  }

  return (
    <aside className="offer-setup" aria-label="What is for you">
      <div className="wrap flex flex-wrap items-center justify-between gap-x-8 gap-y-3 py-5">
        <p className="max-w-[34rem]">
          <strong className="font-semibold">What is for you?</strong>
          {
            ' Two minutes: brands, sizes, prices. Then the deals that fit stand on a page of their own.'
          }
        </p>
        <p className="flex items-center gap-6">
          <Link className="button" to={paths.forYouSetup()} onClick={close}>
            Say what you want
          </Link>
          <button type="button" className="text-button" onClick={close}>
            Later
          </button>
        </p>
      </div>
    </aside>
  )
}
