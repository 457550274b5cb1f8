/** A sample from the metrics that Prometheus reads. */
export type Sample = { name: string; labels: Record<string, string>; value: number }

/** Reads the metrics of a process as Prometheus would; throws on a line that is not valid. */
export async function scrape(url: string): Promise<{ families: string[]; samples: Sample[] }> {
  const response = await fetch(url)
  const text = await response.text()
  if (!response.ok) throw new Error(`The metrics answered ${response.status}: ${text}`)
  const lines = text.split('\n').filter((line) => line !== '')
  return {
    families: lines.flatMap((line) => /^# TYPE (\S+) /.exec(line)?.[1] ?? []),
    samples: lines.filter((line) => !line.startsWith('#')).map(readSample),
  }
}

function readSample(line: string): Sample {
  const [, name, labels = '', value] = /^([a-zA-Z_:]\w*)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
  if (!name || value === undefined) throw new Error(`No sample: ${line}`)
  const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)]
  return {
    name,
    labels: Object.fromEntries(pairs.map(([, label = '', said = '']) => [label, said])),
    value: value === 'Nan' ? Number.NaN : Number(value),
  }
}

/** Returns the sum of all samples with this name and these labels; undefined when there are none. */
export function sum(
  samples: Sample[],
  name: string,
  labels: Record<string, string> = {},
): number | undefined {
  const found = samples.filter(
    (sample) =>
      sample.name === name &&
      Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
  )
  if (found.length === 0) return
  return found.reduce((total, { value }) => total + value, 0)
}
