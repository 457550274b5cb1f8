import type { QueryClient } from '@tanstack/react-query'
import { OF_VIEWER } from '#app/accounts/web/user.ts'
import type { NewPushDevice, PushDevices } from '#app/notices/push.contract.ts'
import { ApiError, browserApi } from '#app/web/api/api.ts'
import { NULL_WHEN_SIGNED_OUT, queryOf } from '#app/web/api/query-keys.ts'
import { startServiceWorker } from '#app/web/service-worker.ts'

export const devicesQuery = queryOf('/api/push', OF_VIEWER, NULL_WHEN_SIGNED_OUT)

/** Why this browser cannot show alerts, with a message for its user. */
export class NotOnThisDevice extends Error {
  override name = 'NotOnThisDevice'
}

/** Asks for permission, subscribes the browser and registers it. Throws {@link NotOnThisDevice}. */
export async function addThisDevice(
  queryClient: QueryClient,
  { publicKey, isStandIn }: PushDevices,
): Promise<void> {
  await askForPermission()
  try {
    const answer = isStandIn ? await askStandIn() : await askBrowser(publicKey)
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    const response = await browserApi.request('POST', '/api/push/devices', { ...answer, timeZone })
    queryClient.setQueryData(devicesQuery.queryKey, await response.json())
  } catch (error) {
    if (error instanceof NotOnThisDevice) throw error
    const text = error instanceof ApiError ? error.serverText : undefined
    throw new NotOnThisDevice(text ?? 'The browser’s push service did not answer. Try again later.')
  }
}

async function askForPermission() {
  if (!('Notification' in window)) {
    throw new NotOnThisDevice(
      'This browser shows no alerts. On an iPhone, add the site to the home screen first.',
    )
  }
  if ((await Notification.requestPermission()) !== 'granted') {
    throw new NotOnThisDevice(
      'This browser does not let us show alerts. You can allow it in the settings of the browser.',
    )
  }
}

type Answer = Pick<NewPushDevice, 'endpoint' | 'keys'>

async function askBrowser(publicKey: string): Promise<Answer> {
  const registration = await startServiceWorker()
  if (!registration?.pushManager) throw new NotOnThisDevice('This browser takes no alerts.')
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  })
  const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON()
  return { endpoint, keys: { p256dh, auth } }
}

async function askStandIn(): Promise<Answer> {
  const response = await browserApi.request('POST', '/sandbox/push/devices', {})
  return (await response.json()) as Answer
}

/** Removes a device; if it is this browser, also unsubscribes it. */
export async function forgetDevice(
  queryClient: QueryClient,
  { id, isThis }: { id: string; isThis: boolean },
): Promise<void> {
  const response = await browserApi.request('DELETE', `/api/push/devices/${id}`)
  queryClient.setQueryData(devicesQuery.queryKey, await response.json())
  if (!isThis || !('serviceWorker' in navigator)) return
  const registration = await navigator.serviceWorker.getRegistration()
  await (await registration?.pushManager?.getSubscription())?.unsubscribe()
}
