import type { HTMLAttributes, ReactNode } from 'react'

export type RepeatedProps = HTMLAttributes<HTMLElement> & {
  as: 'ul' | 'nav' | 'section'
  /** A key of everything it is rendered from, including the viewer; undefined if it is not to be cached. */
  from: string | undefined
  /** Must not use any context. */
  draw: () => ReactNode
}

export function LiveRepeated({ as: Root, from: _ofServers, draw, ...rest }: RepeatedProps) {
  return <Root {...rest}>{draw()}</Root>
}
