import { type ComponentType, useEffect, useState } from 'react'
import { onServerEvent } from '#app/web/events.ts'

type Props = { what: string }

/**
 * Says that the feed has grown while it was open; what is on the screen stays until it is asked. What counts
 * them is fetched with the first news: most visits hear of none.
 */
export function NewDeals({ what }: Props) {
  const [Fresh, setFresh] = useState<ComponentType<Props>>()

  useEffect(() => {
    if (Fresh) return
    return onServerEvent('deals', () => {
      import('./FreshDeals.tsx').then(
        ({ FreshDeals }) => setFresh(() => FreshDeals),
        // A failure is made good by the next announcement.
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
