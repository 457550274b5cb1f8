import { costsOf } from '#app/membership/web/join/all-plans.copy.ts'
import { costOf, type OfferWords, type PlanWords } from '#app/membership/web/join/offer.copy.ts'
import { spellNumberFirst } from '#app/shared/counts.ts'
import { FREE_DEALS_A_DAY } from '#app/shared/free-account.ts'
import { paths } from '#app/shared/paths.ts'
import type { Question } from '#app/ui/Questions.tsx'

/** The questions of 'How it Works', with the figures of the offer. */
export function faqOf(offer: OfferWords): Question[] {
  const { first: chosen, sold, trialDays, guarantee } = offer
  return [
    {
      id: 'what',
      question: 'What do you do all day?',
      answer:
        'We read the markdowns of designer retailers every morning and keep the pieces worth wearing. They go into one feed, with the prices we found and, for members, the name and the link.',
    },
    {
      id: 'without',
      question: 'What can I see without joining?',
      answer: `The brand, the picture and the prices of every deal. ${spellNumberFirst(FREE_DEALS_A_DAY)} deals are open in full each day for everybody with an account, which is free and needs no card.`,
      way: { label: 'Make a free account', to: paths.signUp() },
    },
    {
      id: 'trial',
      question: 'How does the free trial work?',
      answer: `Everything is open for ${trialDays} days. We write to you the day before it ends. If you do nothing, membership goes on at ${costOf(chosen, chosen.salePrice !== undefined)}; if you cancel before, you pay nothing.`,
    },
    {
      id: 'price',
      question: 'What does it cost?',
      answer: `${costsOf(offer)}. ${comparison(chosen)}${startOf(sold.length)}`,
    },
    {
      id: 'buying',
      question: 'Who do I buy from?',
      answer:
        'From the retailer, on the retailer’s own page and terms. We take no order and add nothing to the price; a price there may have changed since we read it.',
    },
    {
      id: 'proven',
      question: 'How do you know the price before?',
      answer:
        'We look at the retailers’ pages ourselves where they let us. Where we do not know what a price before rests on, we strike nothing out and claim no saving. If something is wrong with a deal, tell us: we look, and tell you what we found.',
      way: { label: 'How we count', to: paths.howWeCount() },
    },
    {
      id: 'saving',
      question: 'What counts as a saving?',
      answer:
        'The retailer’s own earlier price, where we have seen it ourselves, less what you paid, before delivery. You say what you bought, or the retailer’s network tells us; what goes back is not counted.',
      way: { label: 'How we count', to: paths.howWeCount() },
    },
    {
      id: 'leaving',
      question: 'How do I leave?',
      answer:
        'In your account, with two clicks. You keep everything until the end of what you have paid for, and may change your mind until then. A year renews by itself; we write to you a month before, with the day and the amount.',
    },
    {
      id: 'guarantee',
      question: 'And if I save nothing?',
      answer: guarantee,
      way: { label: 'How it is paid back', to: `${paths.terms()}#guarantee` },
    },
  ]
}

/** The yearly price per month; left out during a sale, because the price of the first year says enough. */
function comparison({ name, comesTo, saves, salePrice }: PlanWords): string {
  if (!comesTo || salePrice) return ''
  const less = saves ? `, and ${saves} a year less than the monthly plan` : ''
  return `${name} is ${comesTo}${less}. `
}

function startOf(plans: number): string {
  if (plans === 1) return 'It starts with the free trial.'
  return plans === 2
    ? 'Both start with the free trial, and you can change from one to the other in your account.'
    : 'All start with the free trial, and you can change from one to another in your account.'
}
