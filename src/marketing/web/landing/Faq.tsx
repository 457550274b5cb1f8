import { useOffer } from '#app/membership/web/join/offer.ts'
import { Questions } from '#app/ui/Questions.tsx'
import { Support } from '#app/web/page/Support.tsx'
import { faqOf } from './faq.copy.ts'

export function Faq() {
  const offer = useOffer()
  return (
    <section
      className="wrap mt-20 grid gap-8 lg:mt-28 lg:grid-cols-12"
      aria-labelledby="how-it-works"
    >
      <h2 className="headline lg:col-span-4" id="how-it-works">
        How it Works
      </h2>
      <div className="border-t border-ink lg:col-span-7 lg:col-start-6">
        <Questions questions={faqOf(offer)} />
        <p className="fine mt-6">
          {'Something else? Write to '}
          <Support />
        </p>
      </div>
    </section>
  )
}
