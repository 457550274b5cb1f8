import { type Actor, recordAudit } from '#app/admin/server/audit/audit.ts'
import type { ChangeRetailer, ManagedRetailer } from '#app/deals/registry.contract.ts'
import { countriesInWords, DUTIES_WORDS } from '#app/deals/registry.copy.ts'
import { changeRetailer } from '#app/deals/server/retailers/registry.ts'
import type { AppContext } from '#app/server/context.ts'
import { formatDollars } from '#app/shared/money.ts'

/** Changes a retailer and records who did it, in one transaction. */
export async function changeRetailerAsAdmin(
  ctx: AppContext,
  actor: Actor,
  retailerId: string,
  change: ChangeRetailer,
): Promise<ManagedRetailer> {
  return ctx.db.transaction().execute(async (trx) => {
    const { before, after } = await changeRetailer(trx, ctx, retailerId, change)
    if (before.version !== after.version) {
      await recordAudit(trx, ctx, actor, [
        {
          action: 'retailer.changed',
          subject: { kind: 'retailer', id: retailerId, label: after.name },
          before: factsOf(before),
          after: factsOf(after),
        },
      ])
    }
    return after
  })
}

function factsOf({ delivery, ...retailer }: ManagedRetailer) {
  const { linkTemplate, network, subIdParameter, commission, isNeverChecked } = retailer
  const { shipsTo, cost, freeFrom, duties, returnDays, asOf } = delivery
  return {
    link: linkTemplate,
    network,
    parameter: subIdParameter,
    commission: commission === null ? null : `${commission}%`,
    isNeverChecked,
    shipsTo: countriesInWords(shipsTo),
    deliveryCost: cost === null ? null : formatDollars(cost),
    freeDelivery: freeFrom === null ? null : `from ${formatDollars(freeFrom)}`,
    duties: duties === null ? null : DUTIES_WORDS[duties],
    daysForReturn: returnDays,
    termsRead: asOf,
  }
}
