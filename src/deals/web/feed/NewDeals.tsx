import { type ComponentType, useEffect, useState } from 'react'
import { onServerEvent } from '#app/web/events.ts'

type Props = { what: string }

/**
 * Says that the feed has grown while it was open; the list itself does not change until asked. The code that
 * counts new deals is loaded with the first announcement, because most visits hear of none.
 */
export function NewDeals({ what }: Props) {
  const [Fresh, setFresh] = useState<ComponentType<Props>>()

  useEffect(() => {
    if (Fresh) return
    return onServerEvent('deals', () => {
      import('./FreshDeals.tsx').then(
        ({ FreshDeals }) => setFresh(() => FreshDeals),
        // The next announcement makes up for a failure.
        () => {},
      )
    })
  }, [Fresh])

  return (
    <div className="new-deals" role="status">
      {Fresh && <Fresh what={what} />}
    </div>
  )
}
