import type { Counter, Gauge, Histogram, Registry } from 'prom-client'

/**
 * Prometheus metrics: declared next to the code they measure, served at `METRICS_PORT`. Without that setting the library
 * is not loaded, and counting only checks for `undefined`. Labels have few values, never an id, an address or user
 * input.
 */
type Library = Pick<typeof import('prom-client'), 'Counter' | 'Gauge' | 'Histogram'>
type Bind = (library: Library, registry: Registry) => void

/** Labels with their possible values; {@link OF_THE_CODE} when these are defined throughout the code. */
type Labels = Record<string, readonly string[]>
type Values<L extends Labels> = { [Name in keyof L]: L[Name][number] }

/** Label values bounded by the source code, such as route patterns. */
export const OF_THE_CODE: readonly string[] = []

/** Buckets: calls take milliseconds, pages tens of milliseconds, timeouts seconds. */
const SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

const declared = new Map<string, Bind>()
let bound: { library: Library; registry: Registry } | undefined

/** Activates all metrics; ones declared later, in lazily loaded modules, are activated immediately. */
export function bindInstruments(library: Library, registry: Registry): void {
  bound = { library, registry }
  for (const bind of declared.values()) bind(library, registry)
}

function declare(name: string, bind: Bind) {
  if (declared.has(name)) throw new Error(`There are two instruments called ${name}.`)
  declared.set(name, bind)
  if (bound) bind(bound.library, bound.registry)
}

/** A counter; its name ends in `_total`. */
export function counter<const L extends Labels = Record<never, readonly string[]>>(
  name: string,
  help: string,
  labels: L = {} as L,
) {
  let real: Counter | undefined
  const zeros = zerosOf<L>((values) => real?.inc(values, 0))
  declare(name, ({ Counter }, registry) => {
    real = new Counter({ name, help, labelNames: Object.keys(labels), registers: [registry] })
    // Initialize to zero, or the first increment would not show as an increase.
    for (const values of combinations(labels)) real.inc(values, 0)
    zeros.tellAll()
  })
  return {
    add: (values: Values<L>, many = 1) => real?.inc(values, many),
    /** Initializes these label values to zero. */
    expect: zeros.expect,
  }
}

/** A histogram of durations in seconds; its name ends in `_seconds`. */
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
    /** As for a {@link counter}; call before the first observation. */
    expect: zeros.expect,
  }
}

/** Value of a gauge when scraped; undefined when it is currently unknown. */
export type Reading<L extends Labels> =
  | number
  | undefined
  | Array<{ labels: Values<L>; value: number }>

/** A gauge. Values of several sources are summed. */
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
        // Without labels it would be reported as zero, which differs from unknown.
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
    /** Registers a source; returns how to unregister it. */
    watch: (read: () => Reading<L> | Promise<Reading<L>>): (() => void) => {
      reads.add(read)
      return () => void reads.delete(read)
    },
  }
}

/** Remembers expected label values until metrics are active; apps in the same process may repeat them. */
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

/** All combinations of label values; none when a label is {@link OF_THE_CODE}. */
function combinations(labels: Labels): Array<Record<string, string>> {
  return Object.entries(labels).reduce<Array<Record<string, string>>>(
    (all, [name, values]) =>
      all.flatMap((each) => values.map((value) => ({ ...each, [name]: value }))),
    [{}],
  )
}
