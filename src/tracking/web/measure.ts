import { takeMark } from '#app/membership/web/after-checkout/use-clean-address.ts'
import { isMeasuredPage, isOpenToTags } from '#app/shared/pages.ts'
import { isTagDocument } from '#app/web/page/tag-document.ts'
import { startOver } from '#app/web/start-over.ts'
import { carryToast, carryToastOn } from '#app/web/toasts/carried-toast.ts'
import { carryHeld, startDataLayer } from './data-layer.ts'
import { forgetMarks, keepMarks } from './marks.ts'
import { reportPageView } from './page-views.ts'
import { reportPurchase } from './purchase.ts'

type Visit = { path: string; userId: string | undefined; tagManagerId: string | undefined }

let reported: string | undefined

/** Everything that is measured of somebody who has agreed to it: call it for every new place. */
export async function measure({ path, userId, tagManagerId }: Visit): Promise<void> {
  // Tags read the title of the page, which the site's frame sets after this.
  await null
  const isNewPage = reported !== path
  reported = path
  if (!isMeasuredPage(path)) return
  keepMarks(takeMark('fbclid'))
  const isToldOf = startDataLayer(tagManagerId)
  if (isNewPage && !isToldOf) reportPageView(path)
  const isPurchase = await reportPurchase(userId)
  // The address this document was opened with names the payment: tags hear of it in the next one.
  if (!isPurchase || !isOpenToTags(new URL(location.href)) || !carryHeld()) return
  carryToastOn()
  startOver()
}

/** For somebody who has not agreed, or does not any more. Tags that run end with their page. */
export function forget(): void {
  forgetMarks()
  if (!isTagDocument()) return
  const place = document.activeElement?.closest('.consent-choice')?.id
  carryToast({ title: 'Nothing is measured for marketing any more' }, place)
  startOver()
}
