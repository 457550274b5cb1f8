type Values = Record<string, string | boolean>

type Versions<V extends Values> = {
  /** The values when the form was opened or last merged. */
  opened: V
  /** The values that somebody else has saved since. */
  theirs: V
  mine: V
}

/** Merges their values with what was typed here, and returns the fields that both sides changed differently. */
export function withTheirs<V extends Values>({ opened, theirs, mine }: Versions<V>) {
  const names = Object.keys(theirs) as (keyof V)[]
  const typed = names.filter((name) => name in opened && mine[name] !== opened[name])
  const values = { ...theirs }
  for (const name of typed) values[name] = mine[name]
  const contested = typed.filter(
    (name) => theirs[name] !== opened[name] && theirs[name] !== mine[name],
  )
  return { values, contested }
}

/** Whether there is typed input that would be lost. */
export function hasTyped<V extends Values>(opened: V, mine: V): boolean {
  return Object.keys(mine).some((name) => mine[name] !== opened[name])
}
