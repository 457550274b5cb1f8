import type { AppContext } from '#app/server/context.ts'
import { createThrottle, type Limit } from './throttle.ts'

type Ctx = Pick<AppContext, 'db' | 'now' | 'log'>

/** What happens more often than `limit` over all people and networks together is worth a look. */
type Alarm = Limit & { warning: string }

/** Counts one, and past the limit says so in the log. Refuses nobody. */
export async function countOverall(ctx: Ctx, alarm: Alarm): Promise<void> {
  const verdict = await createThrottle(ctx, alarm).consume('all')
  if (!verdict.isAllowed) await soundAlarm(ctx, alarm)
}

/** One line of the log a minute at most. */
export async function soundAlarm(ctx: Ctx, alarm: Alarm): Promise<void> {
  const { name, limit, windowSeconds, warning } = alarm
  const said = { name: `${name}-warning`, windowSeconds: 60 }
  await warnRarely(ctx, said, { alarm: name, limit, windowSeconds }, warning)
}

/** One line in so long, of all processes together: a flood must not flood the log. */
export async function warnRarely(
  ctx: Ctx,
  { name, windowSeconds }: Omit<Limit, 'limit'>,
  details: object,
  warning: string,
): Promise<void> {
  const said = createThrottle(ctx, { name, limit: 1, windowSeconds })
  if ((await said.consume('all')).isAllowed) ctx.log.warn(details, warning)
}
