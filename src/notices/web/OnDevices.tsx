import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { NOTICE_KEPT_MS } from '#app/notices/notices.facts.ts'
import type { PushDevice, PushDevices } from '#app/notices/push.contract.ts'
import { formatDateAt, formatDays } from '#app/shared/dates.ts'
import { paths } from '#app/shared/paths.ts'
import { Button } from '#app/ui/Button.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { failedChange } from '#app/web/api/failed-change.ts'
import { keepsFocus } from '#app/web/page/keeps-focus.ts'
import { showToast } from '#app/web/toasts/toasts.ts'
import { addThisDevice, devicesQuery, forgetDevice, NotOnThisDevice } from './devices.ts'

/** Shows where alerts go besides the inbox. Asks for the browser's permission only on click. */
export function OnDevices() {
  return (
    <section className="grid content-start gap-4 border-t border-hairline pt-6 text-sm lg:mt-26">
      <h2 className="title">How you are told</h2>
      <p className="max-w-[38rem] text-ink-soft">
        Alerts stand here at once. By mail they come as you choose.{' '}
        <Link className="link text-ink" to={paths.accountMail()}>
          Choose what comes by mail
        </Link>
      </p>
      <h3 className="caps mt-4">On your devices</h3>
      <Devices />
      <p className="mt-4 text-ink-soft">
        What you were told stays here for {formatDays(NOTICE_KEPT_MS)}.
      </p>
    </section>
  )
}

/** Lists the browsers that show alerts, with buttons to remove each and to add this one. */
export function Devices() {
  const isHydrated = useHydrated()
  const { data } = useQuery<PushDevices | null>({ ...devicesQuery, enabled: isHydrated })
  return (
    <div ref={keepsFocus} className="grid gap-4">
      <p className="max-w-[38rem] text-ink-soft">
        A browser can show alerts too: brand and price only, as a locked screen is read by anybody,
        and nothing between ten at night and seven in the morning. It ends when you sign out there.
      </p>
      {data && data.devices.length > 0 && (
        <ul className="max-w-[38rem]">
          {data.devices.map((device) => (
            <Device key={device.id} device={device} />
          ))}
        </ul>
      )}
      {data && !data.devices.some(({ isThis }) => isThis) && <AddThis data={data} />}
      {!isHydrated && <p className="text-ink-soft">Adding a browser needs scripts.</p>}
    </div>
  )
}

function AddThis({ data }: { data: PushDevices }) {
  const queryClient = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()

  async function add() {
    setIsBusy(true)
    setRefusal(undefined)
    try {
      await addThisDevice(queryClient, data)
    } catch (error) {
      if (!(error instanceof NotOnThisDevice)) throw error
      setRefusal(error.message)
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <div className="grid justify-items-start gap-3">
      <Button variant="quiet" onClick={add} isBusy={isBusy}>
        On this device
      </Button>
      {refusal && (
        <p className="notice" role="alert">
          {refusal}
        </p>
      )}
    </div>
  )
}

function Device({ device }: { device: PushDevice }) {
  const queryClient = useQueryClient()
  const { browser, system, addedAt, isThis } = device
  const name = [browser ?? 'A browser', system].filter(Boolean).join(' on ')
  const remove = () =>
    forgetDevice(queryClient, device).catch((error: unknown) => {
      showToast(failedChange(error, 'Not removed'))
      void queryClient.invalidateQueries(devicesQuery)
    })
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 border-t border-hairline py-2">
      <span>
        {name}
        {isThis && <span className="text-ink-soft">, this one</span>}
        <span className="block text-ink-soft">Since {formatDateAt(addedAt)}</span>
      </span>
      <button type="button" className="text-button" onClick={() => void remove()}>
        Remove<span className="sr"> {name}</span>
      </button>
    </li>
  )
}
