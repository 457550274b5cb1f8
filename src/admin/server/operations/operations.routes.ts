import { SendSetupLetter, SetupCheck } from '#app/admin/operations/setup.contract.ts'
import { Switches, SwitchParams, TurnSwitch } from '#app/admin/operations/switches.contract.ts'
import { OWNERS } from '#app/admin/server/roles.ts'
import { requireAdmin, requireAdminSession } from '#app/admin/server/session/guards.ts'
import type { AppContext } from '#app/server/context.ts'
import type { Http } from '#app/server/http/http.ts'
import { readHouseSetup, sendSetupLetter } from './setup.ts'
import { readSwitches, turnSwitch } from './switches.ts'

/** Routes of the switches and the setup check, for owners. */
export function operationsRoutes(http: Http, ctx: AppContext) {
  http.get(
    '/api/admin/switches',
    {
      config: OWNERS,
      schema: {
        summary: 'What is on and what is off, since when, by whom and why',
        response: { 200: Switches },
      },
    },
    async () => readSwitches(ctx),
  )

  http.patch(
    '/api/admin/switches/:name',
    {
      config: { ...OWNERS, needsProof: true },
      schema: {
        summary: 'Turns one off or on, with the reason; for all processes at the next request',
        params: SwitchParams,
        body: TurnSwitch,
        response: { 200: Switches },
      },
    },
    async (request) =>
      turnSwitch(ctx, await requireAdmin(ctx, request), { ...request.params, ...request.body }),
  )

  http.get(
    '/api/admin/setup',
    {
      config: OWNERS,
      schema: {
        summary: 'Asks everything that the club stands on, and says what is green and what to do',
        response: { 200: SetupCheck },
      },
    },
    async (request) => readHouseSetup(ctx, await requireAdminSession(ctx, request)),
  )

  http.post(
    '/api/admin/setup/letter',
    {
      config: { ...OWNERS, needsProof: true },
      schema: {
        summary: 'Sends a letter to oneself, and says what became of it',
        body: SendSetupLetter,
        response: { 200: SetupCheck },
      },
    },
    async (request) => {
      const session = await requireAdminSession(ctx, request)
      const actor = await requireAdmin(ctx, request)
      return sendSetupLetter(ctx, { session, actor, to: request.body.to })
    },
  )
}
