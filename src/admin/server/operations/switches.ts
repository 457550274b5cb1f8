import type { Switches, TurnSwitch } from '#app/admin/operations/switches.contract.ts'
import { CLUB_SWITCHES, type ClubSwitch } from '#app/admin/operations/switches.facts.ts'
import { type Actor, recordAudit } from '#app/admin/server/audit/audit.ts'
import { stopStreamAsAdmin } from '#app/admin/server/mail/mail.ts'
import { readStoppedStreams } from '#app/mailings/server/desk.ts'
import { readSwitchesOff, setSwitch } from '#app/server/admission/switches.ts'
import type { AppContext } from '#app/server/context.ts'

/** The names of the switches in the audit. */
const LABELS: Record<ClubSwitch, string> = {
  'mail-edition': 'The edition',
  'mail-alerts': 'Alerts',
  'price-checks': 'Price checks',
  'sign-up': 'Sign-up',
  joining: 'Joining',
}

export async function readSwitches(ctx: AppContext): Promise<Switches> {
  const [stops, offs] = await Promise.all([readStoppedStreams(ctx), readSwitchesOff(ctx)])
  const off = new Map<string, { since: Date; by: string; why: string }>([
    ...stops.map(
      ({ stream, stoppedAt: since, stoppedBy: by, reason: why }) =>
        [`mail-${stream}`, { since, by, why }] as const,
    ),
    ...offs.map(({ name, offSince: since, offBy: by, why }) => [name, { since, by, why }] as const),
  ])
  return {
    switches: CLUB_SWITCHES.map((name) => {
      const found = off.get(name)
      return {
        name,
        isOn: found === undefined,
        isConfigured: name !== 'price-checks' || ctx.config.priceChecks.isOn,
        offSince: found?.since.toISOString() ?? null,
        offBy: found?.by ?? null,
        why: found?.why ?? null,
      }
    }),
  }
}

/** Turns a switch and records who did it and why, in one transaction. */
export async function turnSwitch(
  ctx: AppContext,
  actor: Actor,
  { name, isOn, why }: TurnSwitch & { name: ClubSwitch },
): Promise<Switches> {
  if (name === 'mail-edition' || name === 'mail-alerts') {
    const stream = name === 'mail-edition' ? 'edition' : 'alerts'
    await stopStreamAsAdmin(ctx, actor, { stream, isStopped: !isOn, reason: why })
  } else {
    await ctx.db.transaction().execute(async (trx) => {
      if (!(await setSwitch(trx, ctx, { name, isOn, by: actor.name, why }))) return
      await recordAudit(trx, ctx, actor, [
        {
          action: isOn ? 'switch.on' : 'switch.off',
          subject: { kind: 'switch', id: name, label: LABELS[name] },
          before: { isOn: !isOn },
          after: { isOn, reason: why },
        },
      ])
    })
  }
  return readSwitches(ctx)
}
