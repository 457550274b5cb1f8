import type { Head } from '#app/web/page/head.ts'

/** Of every page of retailers, whoever looks and whatever is asked for. */
export const RETAILERS_HEAD: Head = {
  title: 'Retailers',
  description: 'Which retailer has which piece, for members of the club.',
  isHidden: true,
}
