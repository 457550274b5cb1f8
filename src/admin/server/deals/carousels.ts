import { type Actor, recordAudit } from '#app/admin/server/audit/audit.ts'
import type {
  ChangeCarousel,
  ManagedCarousel,
  ManagedCarousels,
} from '#app/deals/carousels.contract.ts'
import { changeCarousel, listCarousels, orderCarousels } from '#app/deals/server/feed/carousels.ts'
import type { AppContext } from '#app/server/context.ts'

// Each of these is one transaction: the change, and the audit entry that says who made it.

export async function changeCarouselAsAdmin(
  ctx: AppContext,
  actor: Actor,
  number: number,
  change: ChangeCarousel,
): Promise<ManagedCarousels> {
  return ctx.db.transaction().execute(async (trx) => {
    const { before, after } = await changeCarousel(trx, number, change)
    const isSwitched = before.isOn !== after.isOn
    if (isSwitched || before.title !== after.title) {
      await recordAudit(trx, ctx, actor, [
        {
          action: isSwitched ? `carousel.${after.isOn ? 'on' : 'off'}` : 'carousel.changed',
          subject: { kind: 'carousel', id: String(number), label: nameOf(after) },
          before: factsOf(before),
          after: factsOf(after),
        },
      ])
    }
    return listCarousels({ db: trx })
  })
}

export async function orderCarouselsAsAdmin(
  ctx: AppContext,
  actor: Actor,
  numbers: number[],
): Promise<ManagedCarousels> {
  return ctx.db.transaction().execute(async (trx) => {
    const before = await orderCarousels(trx, numbers)
    const after = await listCarousels({ db: trx })
    const [was, is] = [before, after].map((all) => all.map(nameOf))
    if (String(was) !== String(is)) {
      await recordAudit(trx, ctx, actor, [
        {
          action: 'carousel.ordered',
          subject: { kind: 'carousel', id: 'order', label: 'the carousels' },
          before: { order: was },
          after: { order: is },
        },
      ])
    }
    return after
  })
}

function nameOf({ number, title }: ManagedCarousel): string {
  return title || `Carousel ${number}`
}

function factsOf({ title, isOn }: ManagedCarousel) {
  return { title, isOn }
}
