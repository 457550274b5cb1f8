import type { Head } from '#app/web/page/head.ts'

/** The head of every page about retailers, for all viewers and addresses. */
export const RETAILERS_HEAD: Head = {
  title: 'Retailers',
  description: 'Which retailer has which piece, for members of the club.',
  isHidden: true,
}
