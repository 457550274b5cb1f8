import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { GRID_SIZES, pictureCandidates, pictureSources } from '#app/ui/picture.rules.ts'
import { useSiteSettings } from '#app/web/site-settings.ts'
import { loadFeedPage } from './queries.ts'

const PRELOADED = 10
const DELAY_MS = 750

/** Preloads the feed's first pictures while a landing page is being read, so that the feed opens at once. */
export function usePicturesPreload() {
  const queryClient = useQueryClient()
  const { pictureHost } = useSiteSettings()

  useEffect(() => {
    const preload = async () => {
      const { deals } = await loadFeedPage(queryClient, 1)
      for (const deal of deals.slice(0, PRELOADED)) {
        const [key] = pictureCandidates(deal.dealCardImageUrl, deal.images)
        if (key) fetchPicture(key, pictureHost)
      }
    }
    const timer = setTimeout(() => {
      preload().catch((error) => console.error('Could not preload the feed', error))
    }, DELAY_MS)
    return () => clearTimeout(timer)
  }, [queryClient, pictureHost])
}

/** Uses a detached picture element, so that the browser picks a format it supports. */
function fetchPicture(key: string, host: string) {
  const sources = pictureSources(key, host)
  const picture = document.createElement('picture')
  const source = document.createElement('source')
  Object.assign(source, { type: 'image/avif', srcset: sources.avif, sizes: GRID_SIZES })
  const image = document.createElement('img')
  image.fetchPriority = 'low'
  image.onerror = () => console.error('Could not preload a picture', key)
  picture.append(source, image)
  image.src = sources.jpeg
}
