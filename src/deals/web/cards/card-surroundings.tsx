import { QueryClientProvider, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, use } from 'react'
import { ViewerOfPage } from '#app/membership/web/subscription.ts'
import { SiteSettingsContext, useSiteSettings } from '#app/web/site-settings.ts'
import { CardsAreAlike } from './alike.ts'
import { CardCorner } from './corner.ts'

type Surroundings = {
  /** All that decides, besides its deal, what a card looks like. */
  names: unknown[]
  /** Puts it there, and nothing else. */
  around: (cards: ReactNode) => ReactNode
}

/** For drawing cards out of their page, on the server; undefined where they are not the same for many. */
export function useCardSurroundings(): Surroundings | undefined {
  const { pictureHost, today, club } = useSiteSettings()
  const viewer = use(ViewerOfPage)
  const Corner = use(CardCorner)
  const queryClient = useQueryClient()
  if (!use(CardsAreAlike)) return undefined
  return {
    names: [viewer, pictureHost, today, Corner !== undefined],
    around: (cards) => (
      <SiteSettingsContext value={{ club, pictureHost, today, showSampleClaims: false }}>
        <QueryClientProvider client={queryClient}>
          <ViewerOfPage value={viewer}>
            <CardsAreAlike value>
              <CardCorner value={Corner}>{cards}</CardCorner>
            </CardsAreAlike>
          </ViewerOfPage>
        </QueryClientProvider>
      </SiteSettingsContext>
    ),
  }
}
