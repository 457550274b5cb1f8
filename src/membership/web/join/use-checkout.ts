import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { useUser } from '#app/accounts/web/user.ts'
import { useHasHadTrial } from '#app/membership/web/subscription.ts'
import type { Plan } from '#app/shared/offer.ts'
import { meant } from '#app/shared/parameters.ts'
import { ApiError } from '#app/web/api/api.ts'
import { useReturnPath } from '#app/web/page/use-return-path.ts'
import { showToast } from '#app/web/toasts/toasts.ts'
import { openCheckoutTab } from './checkout-tab.ts'
import type { OfferWords, PlanWords, Terms } from './offer.copy.ts'
import { offerQuery, useOffer } from './offer.ts'
import { checkoutFailureText, createCheckout } from './start-checkout.ts'

type CheckoutStep =
  | { step: 'ready' }
  | { step: 'opening' }
  | { step: 'elsewhere'; url: string }
  | { step: 'terms-changed'; told: Terms; real: Terms }
  | { step: 'failed'; error: string; status?: number; code?: string | undefined }

export type Checkout = {
  offer: OfferWords
  plan: PlanWords
  choose: (plan: Plan) => void
  /** The address names a plan that is not sold at present. */
  isOtherPlan: boolean
  /** The terms of the checkout as this page states them. */
  terms: Terms
  state: CheckoutStep
  /** Call it in the click itself. */
  start: () => void
}

/** Passed on by a page that knows more than the offer says. */
export type JoinState = { isTrialUsed?: boolean } | null

/** What the server has said about the terms, which the offer alone does not tell. */
type Learned = { isTrial: boolean; sales: Partial<Record<Plan, boolean>> }

/** Chooses a plan and opens its payment page. */
export function useCheckout(): Checkout {
  const offer = useOffer()
  const user = useUser()
  const queryClient = useQueryClient()
  const hasHadTrial = useHasHadTrial()
  const next = useReturnPath()
  const isTrialUsed = (useLocation().state as JoinState)?.isTrialUsed === true
  const [chosen, setChosen] = useChosenPlan()
  const [learned, setLearned] = useState<Partial<Learned>>({})
  const [state, setState] = useState<CheckoutStep>({ step: 'ready' })

  const plan = offer.sold.find(({ key }) => key === chosen) ?? offer.first
  const terms: Terms = {
    isTrial: learned.isTrial ?? !(hasHadTrial || isTrialUsed),
    isSale: learned.sales?.[plan.key] ?? plan.salePrice !== undefined,
  }

  async function open(tab: ReturnType<typeof openCheckoutTab>) {
    setState({ step: 'opening' })
    try {
      const asked = { userId: user?.id, next }
      const { url, isTrial, isSale } = await createCheckout(plan.key, asked)
      if (isTrial !== terms.isTrial || isSale !== terms.isSale) {
        tab.giveUp()
        await queryClient.invalidateQueries(offerQuery)
        setLearned({ isTrial, sales: { ...learned.sales, [plan.key]: isSale } })
        setState({ step: 'terms-changed', told: terms, real: { isTrial, isSale } })
        return
      }
      tab.go(url)
      // In the same tab, the button stays busy until the page is gone.
      if (tab.isNew) setState({ step: 'elsewhere', url })
    } catch (error) {
      tab.giveUp()
      const text = checkoutFailureText(error)
      const answer = error instanceof ApiError ? error : undefined
      showToast({ title: 'Checkout Failed', description: text, tone: 'error' })
      setState({
        step: 'failed',
        error: text,
        ...(answer ? { status: answer.status, code: answer.code } : {}),
      })
    }
  }

  return {
    offer,
    plan,
    isOtherPlan: chosen !== null && chosen !== plan.key,
    terms,
    state,
    choose: (key) => {
      setChosen(key)
      setState({ step: 'ready' })
    },
    start: () => {
      if (state.step !== 'opening') void open(openCheckoutTab())
    },
  }
}

/** The address may name a plan, so that a link can lead to one. */
function useChosenPlan() {
  const [search] = useSearchParams()
  return useState<string | null>(meant(search, 'plan') ?? null)
}
