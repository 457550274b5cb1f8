import type { ReactNode } from 'react'

export type RepeatedProps = {
  as: 'ul'
  className?: string
  /** All that it is drawn from, and for whom; undefined where it is drawn for once. */
  from: string | undefined
  /** Asks nothing of what stands around it. */
  draw: () => ReactNode
}

export function LiveRepeated({ as: Root, from: _ofServers, draw, ...rest }: RepeatedProps) {
  return <Root {...rest}>{draw()}</Root>
}
