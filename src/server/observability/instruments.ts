import type { Counter, Gauge, Histogram, Registry } from 'prom-client'

/**
 * What an operator's Prometheus is told of this process: declared where it happens, read at
 * `METRICS_PORT`. Without one the library is not loaded and counting is a look at `undefined`. Labels have
 * few values, never an id, an address or anything that somebody sent.
 */
type Library = Pick<typeof import('prom-client'), 'Counter' | 'Gauge' | 'Histogram'>
type Bind = (library: Library, registry: Registry) => void

/** Each label with its values; {@link OF_THE_CODE} for those that are as many as the code has. */
type Labels = Record<string, readonly string[]>
type Values<L extends Labels> = { [Name in keyof L]: L[Name][number] }

/** Values that the source text bounds, such as the patterns of routes. */
export const OF_THE_CODE: readonly string[] = []

/** Calls take milliseconds, pages tens of them, what is given up seconds. */
const SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

const declared = new Map<string, Bind>()
let bound: { library: Library; registry: Registry } | undefined

/** Counts from here on. What is declared later, as by a part that is loaded late, is bound at once. */
export function bindInstruments(library: Library, registry: Registry): void {
  bound = { library, registry }
  for (const bind of declared.values()) bind(library, registry)
}

function declare(name: string, bind: Bind) {
  if (declared.has(name)) throw new Error(`There are two instruments called ${name}.`)
  declared.set(name, bind)
  if (bound) bind(bound.library, bound.registry)
}

/** How often something has happened; its name ends in `_total`. */
export function counter<const L extends Labels = Record<never, readonly string[]>>(
  name: string,
  help: string,
  labels: L = {} as L,
) {
  let real: Counter | undefined
  const zeros = zerosOf<L>((values) => real?.inc(values, 0))
  declare(name, ({ Counter }, registry) => {
    real = new Counter({ name, help, labelNames: Object.keys(labels), registers: [registry] })
    // One that has never been seen is zero, or its first time would not be seen as a change.
    for (const values of combinations(labels)) real.inc(values, 0)
    zeros.tellAll()
  })
  return {
    add: (values: Values<L>, many = 1) => real?.inc(values, many),
    /** It may come to this, whose values the code says: it is zero until then. */
    expect: zeros.expect,
  }
}

/** How long something takes, in seconds; its name ends in `_seconds`. */
export function histogram<const L extends Labels = Record<never, readonly string[]>>(
  name: string,
  help: string,
  labels: L = {} as L,
  buckets = SECONDS,
) {
  let real: Histogram | undefined
  const zeros = zerosOf<L>((values) => real?.zero(values))
  declare(name, ({ Histogram }, registry) => {
    const labelNames = Object.keys(labels)
    real = new Histogram({ name, help, labelNames, buckets, registers: [registry] })
    zeros.tellAll()
  })
  return {
    observe: (values: Values<L>, seconds: number) => real?.observe(values, seconds),
    /** As of a {@link counter}; only before the first is observed. */
    expect: zeros.expect,
  }
}

/** What is read whenever somebody asks; undefined for what cannot be told just now. */
export type Reading<L extends Labels> =
  | number
  | undefined
  | Array<{ labels: Values<L>; value: number }>

/** How much there is of something. Several may be watching: theirs is added up. */
export function gauge<const L extends Labels = Record<never, readonly string[]>>(
  name: string,
  help: string,
  labels: L = {} as L,
) {
  const reads = new Set<() => Reading<L> | Promise<Reading<L>>>()
  declare(name, ({ Gauge }, registry) => {
    const real: Gauge = new Gauge({
      name,
      help,
      labelNames: Object.keys(labels),
      registers: [registry],
      collect: async () => {
        const readings = await Promise.all([...reads].map((read) => read()))
        real.reset()
        // One without labels would be zero now, which is something else than not being known.
        if (Object.keys(labels).length === 0) real.remove()
        for (const reading of readings) {
          if (reading === undefined) continue
          const parts = Array.isArray(reading) ? reading : [{ labels: {}, value: reading }]
          for (const { labels, value } of parts) real.inc(labels, value)
        }
      },
    })
  })
  return {
    /** Until what it answers is called. */
    watch: (read: () => Reading<L> | Promise<Reading<L>>): (() => void) => {
      reads.add(read)
      return () => void reads.delete(read)
    },
  }
}

/** What is expected may be said before it is counted at all; it is said again by each app of a process. */
function zerosOf<L extends Labels>(tell: (values: Values<L>) => void) {
  const expected = new Map<string, Values<L>>()
  return {
    expect: (values: Values<L>) => {
      const key = JSON.stringify(values)
      if (expected.has(key)) return
      expected.set(key, values)
      tell(values)
    },
    tellAll: () => expected.forEach(tell),
  }
}

/** Each value of each label with each of the others; none where one of them is the code's to say. */
function combinations(labels: Labels): Array<Record<string, string>> {
  return Object.entries(labels).reduce<Array<Record<string, string>>>(
    (all, [name, values]) =>
      all.flatMap((each) => values.map((value) => ({ ...each, [name]: value }))),
    [{}],
  )
}
