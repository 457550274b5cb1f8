import type { HTMLAttributes, ReactNode } from 'react'

export type RepeatedProps = HTMLAttributes<HTMLElement> & {
  as: 'ul' | 'nav' | 'section'
  /** All that it is drawn from, and for whom; undefined where it is drawn for once. */
  from: string | undefined
  /** Asks nothing of what stands around it. */
  draw: () => ReactNode
}

export function LiveRepeated({ as: Root, from: _ofServers, draw, ...rest }: RepeatedProps) {
  return <Root {...rest}>{draw()}</Root>
}
