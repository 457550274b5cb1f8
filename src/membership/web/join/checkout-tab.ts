import { opensInSameTab } from './checkout-tab.rules.ts'

/** The tab in which the payment page will be shown. */
type CheckoutTab = {
  isNew: boolean
  go: (url: string) => void
  /** Closes a tab that was opened for nothing. */
  giveUp: () => void
}

const SAME_TAB: CheckoutTab = {
  isNew: false,
  go: (url) => location.assign(url),
  giveUp: () => {},
}

/**
 * Call it in the click itself: a tab opened later counts as a pop-up and is blocked. The tab shows
 * an explanation until the address of the payment page is known.
 */
export function openCheckoutTab(): CheckoutTab {
  if (opensInSameTab(navigator)) return SAME_TAB
  const tab = window.open('', '_blank')
  if (!tab) return SAME_TAB
  // The payment page is not ours, so it gets no reference to this page.
  tab.opener = null
  explain(tab.document)
  return {
    isNew: true,
    go: (url) => {
      // If the tab was closed meanwhile, this page offers the link again, and nothing opens by itself.
      if (!tab.closed) tab.location.replace(url)
    },
    giveUp: () => tab.close(),
  }
}

/** The new tab is an empty page on our origin, so our own style sheets work there too. */
function explain(page: Document) {
  page.title = 'Opening secure checkout...'
  page.documentElement.lang = 'en'
  for (const { href } of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')) {
    const link = page.createElement('link')
    Object.assign(link, { rel: 'stylesheet', href })
    page.head.append(link)
  }
  const words = page.createElement('h1')
  words.className = 'headline'
  words.textContent = page.title
  const main = page.createElement('main')
  main.className = 'wrap solo'
  main.append(words)
  page.body.append(main)
}
