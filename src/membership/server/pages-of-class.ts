import { AsyncLocalStorage } from 'node:async_hooks'
import { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { PageClass } from './page-class.rules.ts'

/** A page that is being drawn for a whole class, and how many pages of the feed it has read so far. */
export type Drawing = { pageClass: PageClass; feedPages: number }

const drawings = new AsyncLocalStorage<Drawing>()

/**
 * Draws a page that a whole class shares: requests that the server makes to itself meanwhile are
 * answered as for somebody of the class, and for nobody in particular.
 */
export function drawForClass<T>(drawing: Drawing, draw: () => Promise<T>): Promise<T> {
  return drawings.run(drawing, draw)
}

/** The drawing for which a request is made; undefined for every request that came from outside. */
export function drawingOf({ raw }: Pick<FastifyRequest, 'raw'>): Drawing | undefined {
  return raw instanceof IncomingMessage ? undefined : drawings.getStore()
}
