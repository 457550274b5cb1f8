import type { ReactNode } from 'react'
import { countOf } from '#app/shared/counts.ts'
import { type Question, Questions } from '#app/ui/Questions.tsx'
import { Support } from '#app/web/page/Support.tsx'
import { costOf, type OfferWords, type PlanWords, type Terms } from './offer.copy.ts'

type Props = { offer: OfferWords; plan: PlanWords; terms: Terms; children: ReactNode }

/** What people ask before they give a card number. */
export function TrialQuestions({ offer: { trialDays }, plan, terms, children }: Props) {
  const questions: Question[] = [
    {
      id: 'charged',
      question: 'When is my card charged?',
      answer: terms.isTrial
        ? `After ${countOf(trialDays, 'day')}, unless you have cancelled: ${costOf(plan, terms.isSale)}. The trial itself costs nothing.`
        : `As soon as you have paid: ${costOf(plan, terms.isSale)}. You had your free trial before.`,
    },
    {
      id: 'cancel',
      question: 'How do I cancel?',
      answer:
        'In your account, with two clicks and no phone call. You keep everything until the end of what you have paid for.',
    },
    {
      id: 'card',
      question: terms.isTrial ? 'Why a card for a free trial?' : 'Who sees my card number?',
      answer: `${terms.isTrial ? 'So that the feed does not close on you in the middle of a find. ' : ''}Your card goes to our payment provider; we never see its number.`,
    },
    {
      id: 'another-trial',
      question: 'I have had a trial before. Can I have another?',
      answer:
        'There is one for each person and card. You can join again at any time; the page says so before you pay.',
    },
    {
      id: 'sellers',
      question: 'Who sells the clothes?',
      answer:
        'The retailers do, at the price they ask by then and on their terms. We find the markdowns and take you there.',
    },
  ]
  return (
    <section className="wrap mt-20 grid gap-8 lg:mt-28 lg:grid-cols-12" aria-labelledby="questions">
      <h2 className="headline lg:col-span-4" id="questions">
        Before you ask
      </h2>
      <div className="border-t border-ink lg:col-span-7 lg:col-start-6">
        <Questions questions={questions} />
        <p className="fine my-6">
          {'Something else? Write to '}
          <Support />
        </p>
        {children}
      </div>
    </section>
  )
}
