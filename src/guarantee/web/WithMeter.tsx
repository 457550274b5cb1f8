import { Link, Outlet } from 'react-router'
import { MeterSlot } from '#app/savings/web/meter-slot.ts'
import { paths } from '#app/shared/paths.ts'
import { loader as loadBeside } from './GuaranteeOnAccount.tsx'
import { Meter } from './Meter.tsx'
import { isMetered, useGuarantee } from './queries.ts'

/** Shows the savings page with the guarantee's meter. */
export const loader = loadBeside

export function Component() {
  return (
    <MeterSlot value={MeterOnSavings}>
      <Outlet />
    </MeterSlot>
  )
}

function MeterOnSavings() {
  const { data } = useGuarantee()
  if (!data || !isMetered(data)) return null
  return (
    <div className="mb-12 max-w-[38rem]">
      <Meter guarantee={data} />
      <Link className="link mt-2 inline-block text-sm" to={paths.guarantee()}>
        {data.state === 'open' ? 'Refund my year' : 'Your guarantee'}
      </Link>
    </div>
  )
}
