import { QueryClientProvider, useQueryClient } from '@tanstack/react-query'
import { use } from 'react'
import { ViewerOfPage } from '#app/membership/web/subscription.ts'
import { createDrawn } from '#app/web/page/drawn.ts'
import { SiteSettingsContext, useSiteSettings } from '#app/web/site-settings.ts'
import { CardsAreAlike } from './alike.ts'
import { CardCorner } from './corner.ts'
import { type CardProps, LiveCard } from './LiveCard.tsx'

/** Those of the first pages, for each class of viewer. */
const MOST_KEPT = 400

const drawInside = createDrawn(MOST_KEPT)

/**
 * On the server, a card as it was drawn before from the same deal for the same class: to the browser it is a
 * card like any other. It is drawn with nothing around it but what its key names.
 */
export function DrawnCard(props: CardProps) {
  const { linkRef: _ofBrowsers, ...drawn } = props
  const settings = useSiteSettings()
  const viewer = use(ViewerOfPage)
  const Corner = use(CardCorner)
  const queryClient = useQueryClient()
  if (!use(CardsAreAlike)) return <LiveCard {...props} />
  const { as: Root = 'article', id, deal } = drawn
  const { pictureHost, today, club } = settings
  const key = JSON.stringify([viewer, pictureHost, today, Corner !== undefined, drawn])
  const inside = drawInside(key, () => (
    <SiteSettingsContext value={{ club, pictureHost, today, showSampleClaims: false }}>
      <QueryClientProvider client={queryClient}>
        <ViewerOfPage value={viewer}>
          <CardCorner value={Corner}>
            <LiveCard {...drawn} />
          </CardCorner>
        </ViewerOfPage>
      </QueryClientProvider>
    </SiteSettingsContext>
  ))
  return (
    <Root
      className={deal.state === 'ended' ? 'card ended' : 'card'}
      id={id}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: React itself has drawn it.
      dangerouslySetInnerHTML={{ __html: inside }}
    />
  )
}
