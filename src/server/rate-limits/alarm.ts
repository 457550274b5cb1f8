import type { AppContext } from '#app/server/context.ts'
import { createThrottle, type Limit } from './throttle.ts'

type Ctx = Pick<AppContext, 'db' | 'now' | 'log'>

/** A limit over all people and networks together, above which a person should have a look. */
type Alarm = Limit & { warning: string }

/** Counts one event, and logs a warning past the limit. Refuses nobody. */
export async function countOverall(ctx: Ctx, alarm: Alarm): Promise<void> {
  const verdict = await createThrottle(ctx, alarm).consume('all')
  if (!verdict.isAllowed) await soundAlarm(ctx, alarm)
}

/** Logs the warning at most once a minute. */
export async function soundAlarm(ctx: Ctx, alarm: Alarm): Promise<void> {
  const { name, limit, windowSeconds, warning } = alarm
  const said = { name: `${name}-warning`, windowSeconds: 60 }
  await warnRarely(ctx, said, { alarm: name, limit, windowSeconds }, warning)
}

/** Logs once per interval over all processes, so that a flood of events does not flood the log. */
export async function warnRarely(
  ctx: Ctx,
  { name, windowSeconds }: Omit<Limit, 'limit'>,
  details: object,
  warning: string,
): Promise<void> {
  const said = createThrottle(ctx, { name, limit: 1, windowSeconds })
  if ((await said.consume('all')).isAllowed) ctx.log.warn(details, warning)
}
