import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { addThisDevice, devicesQuery, NotOnThisDevice } from './devices.ts'

/** A browser that was asked for its permission, and what our server answers it. */
function openBrowser(permission: string, answer?: Response) {
  const Notification = { requestPermission: async () => permission }
  vi.stubGlobal('window', { Notification })
  vi.stubGlobal('Notification', Notification)
  vi.stubGlobal('fetch', async (path: string) => {
    if (path.startsWith('/sandbox/')) return Response.json({ endpoint: 'https://push.example/1' })
    if (!answer) throw new TypeError('no answer')
    return answer
  })
  const queryClient = new QueryClient()
  return {
    add: () => addThisDevice(queryClient, { publicKey: 'key', isStandIn: true, devices: [] }),
    known: () => queryClient.getQueryData(devicesQuery.queryKey),
  }
}
afterEach(() => {
  vi.unstubAllGlobals()
})

test('a browser that is taken is on the list as it was answered', async () => {
  const devices = { publicKey: 'key', isStandIn: true, devices: [{ id: 'one' }] }
  const { add, known } = openBrowser('granted', Response.json(devices))
  await add()
  expect(known()).toEqual(devices)
})

test.each([
  ['denied', undefined, 'This browser does not let us show alerts.'],
  ['granted', undefined, 'push service did not answer'],
  [
    ...(['granted', Response.json({ error: 'Ten are enough.' }, { status: 409 })] as const),
    'Ten are enough.',
  ],
])('a browser that is %s and is not taken says why', async (permission, answer, words) => {
  const refused = await openBrowser(permission, answer)
    .add()
    .catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(NotOnThisDevice)
  expect((refused as Error).message).toContain(words)
})
