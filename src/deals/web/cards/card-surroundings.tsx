import { QueryClientProvider, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, use } from 'react'
import { ViewerOfPage } from '#app/membership/web/subscription.ts'
import { SiteSettingsContext, useSiteSettings } from '#app/web/site-settings.ts'
import { CardsAreAlike } from './alike.ts'
import { CardCorner } from './corner.ts'

type Surroundings = {
  /** Everything besides the deal that determines how a card looks; part of the cache key. */
  names: unknown[]
  /** Provides exactly these contexts to the cards. */
  around: (cards: ReactNode) => ReactNode
}

/** For rendering cards apart from their page, on the server; undefined where cards are personal. */
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
