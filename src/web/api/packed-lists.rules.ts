/** Marks a packed list: none of our fields has an empty name. */
const FIELDS = ''

type Packed = { [FIELDS]: string[]; rows: unknown[][] }

/**
 * Packs JSON data so that every list of similar objects names its fields once. That saves a tenth of a page
 * of deals, which carries its data along.
 */
export function packLists(data: unknown): unknown {
  if (Array.isArray(data)) {
    const fields = sharedFields(data)
    if (!fields) return data.map(packLists)
    const rows = data.map((item) => fields.map((field) => packLists(item[field])))
    return { [FIELDS]: fields, rows } satisfies Packed
  }
  return isRecord(data) && !isFlat(data) ? mapValues(data, packLists) : data
}

/** The inverse of {@link packLists}. */
export function unpackLists(data: unknown): unknown {
  if (Array.isArray(data)) return data.map(unpackLists)
  if (!isRecord(data)) return data
  const { [FIELDS]: fields, rows } = data as Partial<Packed>
  if (!fields || !rows) return mapValues(data, unpackLists)
  return rows.map((row) =>
    Object.fromEntries(fields.map((field, index) => [field, unpackLists(row[index])])),
  )
}

/** The fields shared by all objects of a list; undefined unless it has at least two with the same fields. */
function sharedFields(list: unknown[]): string[] | undefined {
  const [first] = list
  if (list.length < 2 || !isRecord(first)) return undefined
  const fields = Object.keys(first)
  const areAlike = list.every(
    (item) =>
      isRecord(item) &&
      Object.keys(item).length === fields.length &&
      fields.every((field) => item[field] !== undefined),
  )
  return areAlike ? fields : undefined
}

function isRecord(data: unknown): data is Record<string, unknown> {
  return typeof data === 'object' && data !== null && !Array.isArray(data)
}

/** Whether no property can hold a list. */
function isFlat(record: Record<string, unknown>): boolean {
  for (const name in record) if (typeof record[name] === 'object') return false
  return true
}

function mapValues(record: Record<string, unknown>, change: (value: unknown) => unknown) {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]))
}
