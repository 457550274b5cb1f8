import { z } from 'zod'
import { numeric } from './shapes.ts'

export const guaranteeSettings = {
  /** Above this daily sum, guarantee refunds wait for a person's review, for at most three days. */
  GUARANTEE_ALARM_CENTS: numeric('is not a number of cents', (cents) =>
    cents.int('is not a whole number of cents').min(0),
  ).default(200_000),
}

const Settings = z.object(guaranteeSettings)

export function readGuaranteeSettings({ GUARANTEE_ALARM_CENTS }: z.infer<typeof Settings>) {
  return { alarmCents: GUARANTEE_ALARM_CENTS }
}
