import { requireUser } from '#app/accounts/server/sessions/sessions.ts'
import { NewPushDevice, PushDeviceParams, PushDevices } from '#app/notices/push.contract.ts'
import type { AppContext } from '#app/server/context.ts'
import type { Http } from '#app/server/http/http.ts'
import { addDevice, listDevices, removeDevice } from './devices.ts'

export function pushRoutes(http: Http, ctx: AppContext) {
  http.get(
    '/api/push',
    {
      config: { access: 'user' },
      schema: {
        summary: 'The browsers on which somebody gets alerts, and the key that a new one needs',
        response: { 200: PushDevices },
      },
    },
    async (request) => listDevices(ctx, request, (await requireUser(ctx, request)).id),
  )

  http.post(
    '/api/push/devices',
    {
      config: { access: 'user' },
      schema: {
        summary: 'Lets this browser show alerts, until it is signed out',
        body: NewPushDevice,
        response: { 200: PushDevices },
      },
    },
    async (request) => {
      const { id: userId } = await requireUser(ctx, request)
      await addDevice(ctx, request, { userId, device: request.body })
      return listDevices(ctx, request, userId)
    },
  )

  http.delete(
    '/api/push/devices/:deviceId',
    {
      config: { access: 'user' },
      schema: {
        summary: 'Sends a browser no more alerts',
        params: PushDeviceParams,
        response: { 200: PushDevices },
      },
    },
    async (request) => {
      const { id: userId } = await requireUser(ctx, request)
      await removeDevice(ctx, { userId, id: request.params.deviceId })
      return listDevices(ctx, request, userId)
    },
  )
}
