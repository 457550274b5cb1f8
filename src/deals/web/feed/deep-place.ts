type Place = {
  /** The first deal in view, and the position of its card in the viewport. */
  id: string
  top: number
  page: number
}

export type DeepList = {
  /** The deals of the cards in order, each with its page. */
  pagesById: Map<string, number>
  /** Loads the pages from this one on and shows them before the present ones. */
  bring: (page: number) => Promise<void>
}

/** Without scrolling for this long, the place is noted. */
const REST_MS = 200
/** Loaded pages render within a few frames. */
const MOST_FRAMES = 120

/** Restores the place stored in the history entry, then keeps it up to date. Returns a function that stops. */
export function keepPlace(list: () => DeepList): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const onScroll = () => {
    clearTimeout(timer)
    timer = setTimeout(() => note(list()), REST_MS)
  }
  const stop = () => {
    clearTimeout(timer)
    removeEventListener('scroll', onScroll)
  }
  let isOver = false
  comeBack(list)
    // The list works without the earlier pages, and links to them.
    .catch((error) => console.error('Could not come back to the place in the list', error))
    .finally(() => {
      if (isOver) return
      note(list())
      addEventListener('scroll', onScroll, { passive: true })
    })
  return () => {
    isOver = true
    stop()
  }
}

function note({ pagesById }: DeepList) {
  const cards = cardsOnPage()
  const at = cards.findIndex((card) => card.getBoundingClientRect().bottom > 0)
  const [id, page] = [...pagesById][at] ?? []
  const top = cards[at]?.getBoundingClientRect().top
  if (id === undefined || page === undefined || top === undefined) return
  history.replaceState({ ...history.state, place: { id, top, page } satisfies Place }, '')
}

async function comeBack(list: () => DeepList) {
  const place: Place | undefined = history.state?.place
  if (!place) return
  const [first = 1] = list().pagesById.values()
  if (place.page < first) await list().bring(place.page)
  for (let frames = 0; frames < MOST_FRAMES; frames += 1) {
    const at = [...list().pagesById.keys()].indexOf(place.id)
    const card = cardsOnPage()[at]
    if (card) {
      scrollBy({ top: card.getBoundingClientRect().top - place.top, behavior: 'instant' })
      return
    }
    await new Promise(requestAnimationFrame)
  }
}

function cardsOnPage(): Element[] {
  return [...document.querySelectorAll('.edition .card')]
}
