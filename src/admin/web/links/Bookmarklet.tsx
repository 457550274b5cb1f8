import { useEffect, useRef } from 'react'
import { adminPaths } from '#app/admin/paths.facts.ts'
import { useClub } from '#app/web/site-settings.ts'

/**
 * A bookmarklet that opens this page with the address of the current one. It only opens the page and creates
 * nothing.
 */
export function Bookmarklet() {
  const { shortName } = useClub()
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    const page = `${location.origin}${adminPaths.links()}?link=`
    // Set by hand, because React refuses to render `javascript:` addresses.
    link.current?.setAttribute(
      'href',
      `javascript:void(open(${JSON.stringify(page)}+encodeURIComponent(location.href)))`,
    )
  }, [])
  return (
    <p className="soft links-bookmark">
      Drag this into your bookmarks, and press it on a shop’s page:{' '}
      {/* biome-ignore lint/a11y/useValidAnchor: it is a bookmark, which browsers accept only from a link */}
      <a ref={link} className="tool" href="#bookmark" onClick={(event) => event.preventDefault()}>
        {`Take to ${shortName}`}
      </a>
    </p>
  )
}
