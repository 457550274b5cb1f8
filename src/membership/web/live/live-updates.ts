import type { QueryClient } from '@tanstack/react-query'
import type { User } from '#app/accounts/accounts.contract.ts'
import { userQuery } from '#app/accounts/web/user.ts'
import type { Subscription } from '#app/membership/membership.contract.ts'
import { OF_MEMBERSHIP, subscriptionQuery } from '#app/membership/web/subscription.ts'
import { paths } from '#app/shared/paths.ts'
import { returnPathAt, toReturnPath } from '#app/shared/return-path.ts'
import { tagged } from '#app/web/api/query-keys.ts'
import { emitServerEvent } from '#app/web/events.ts'
import { openLiveChannel } from '#app/web/live/live-channel.ts'
import { startOver } from '#app/web/start-over.ts'
import { tellOtherTabsSubscriptionActive } from '#app/web/tabs.ts'
import { showToast } from '#app/web/toasts/toasts.ts'
import { isOnWayToJoining, ownPageOf, readLiveMessage } from './live-updates.rules.ts'

const PAGES = [paths.home(), paths.dailyDeals(), paths.subscribe(), paths.account()]
const RETRY_MS = 5000
/** A tab that signs out is dismissed too, and handles that by itself. */
const SIGN_OUT_MS = 1000
/** How often, and how long each time, to wait for the answer to a form that this tab has sent. */
const MOST_WAITS = 100
const WAIT_MS = 100

type Page = {
  userId: string
  queryClient: QueryClient
  goTo: (path: string) => void
  /** Runs the loaders of the current page again. */
  revalidate: () => Promise<void>
  /** Whether a form of this tab is waiting for its answer. */
  isSending: () => boolean
}

export type LiveUpdates = {
  /**
   * Reads the state again, and then goes to `redirect`, one of our pages, if this page is on the
   * way to joining.
   */
  look: (redirect?: string) => void
  stop: () => void
}

/** Keeps what this tab shows in step with the membership of the signed-in person. */
export function startLiveUpdates({
  userId,
  queryClient,
  goTo,
  revalidate,
  isSending,
}: Page): LiveUpdates {
  let work = Promise.resolve()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOver = false

  const closeChannel = openLiveChannel(`/ws?userId=${encodeURIComponent(userId)}`, {
    onOpen() {
      look()
      // All of these may have changed while the socket was closed.
      emitServerEvent('deals')
      emitServerEvent('saved')
      emitServerEvent('follows')
      emitServerEvent('notices')
    },
    onMessage(text) {
      const message = readLiveMessage(text)
      if (message?.type === 'deals_changed') emitServerEvent('deals')
      if (message?.type === 'saved_changed') emitServerEvent('saved')
      if (message?.type === 'follows_changed') emitServerEvent('follows')
      if (message?.type === 'notices_changed') emitServerEvent('notices')
      if (message?.type === 'subscription_update') {
        look(ownPageOf(message.redirect, PAGES) ?? toReturnPath(message.redirect), true)
      }
    },
    onDismissed() {
      timer = setTimeout(look, SIGN_OUT_MS)
    },
  })

  /** Runs one look at a time: each compares with what the last one has found. */
  function look(redirect?: string, isTold = false) {
    work = work
      .then(() => lookAgain(redirect, isTold))
      .catch(() => {
        timer = setTimeout(() => look(redirect, isTold), RETRY_MS)
      })
  }

  /** The message may be about this tab's own form, whose answer tells it what to show: wait for that. */
  async function untilAnswered() {
    for (let waits = 0; waits < MOST_WAITS && isSending() && !isOver; waits += 1) {
      await new Promise((resolve) => setTimeout(resolve, WAIT_MS))
    }
  }

  async function lookAgain(redirect: string | undefined, isTold: boolean) {
    await untilAnswered()
    if (isOver) return
    const wasMember = isMember(queryClient.getQueryData<Subscription>(subscriptionQuery.queryKey))
    const user = await queryClient.fetchQuery<User | null>({ ...userQuery, staleTime: 0 })
    if (isOver) return
    // Starts over before anything here can be drawn for somebody else.
    if (user?.id !== userId) return startOver()
    const subscription = await queryClient.fetchQuery<Subscription | null>({
      ...subscriptionQuery,
      staleTime: 0,
    })
    if (isOver) return

    const isNow = isMember(subscription)
    if (isTold || isNow !== wasMember) {
      await (isNow ? refreshPaid(queryClient) : dropPaid(queryClient))
      await revalidate()
    }
    if (isNow && !wasMember) {
      showToast({ title: 'Subscription Activated' })
      tellOtherTabsSubscriptionActive()
    }
    const { pathname, search } = location
    if (!redirect || !isOnWayToJoining(pathname)) return
    // The default redirect gives way to the page that this tab wanted, such as the page of a deal.
    const own = redirect === paths.dailyDeals() ? returnPathAt({ pathname, search }) : undefined
    const wanted = own ?? redirect
    if (wanted !== pathname) goTo(wanted)
  }

  return {
    look: (redirect) => look(redirect),
    stop: () => {
      isOver = true
      clearTimeout(timer)
      closeChannel()
    },
  }
}

function isMember(subscription: Subscription | null | undefined): boolean {
  return subscription?.isMember === true
}

/** Refetches in the background: what is on the screen stays until the new answer has come. */
async function refreshPaid(queryClient: QueryClient) {
  await queryClient.cancelQueries(tagged(OF_MEMBERSHIP))
  await queryClient.invalidateQueries(tagged(OF_MEMBERSHIP))
}

/**
 * Drops the cached answers before they are fetched again: no name outlives the membership it was
 * shown for.
 */
async function dropPaid(queryClient: QueryClient) {
  await queryClient.resetQueries(tagged(OF_MEMBERSHIP))
}
