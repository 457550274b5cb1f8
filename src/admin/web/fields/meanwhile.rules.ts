type Values = Record<string, string | boolean>

type Versions<V extends Values> = {
  /** As the form was opened, or took over last. */
  opened: V
  /** As somebody else has kept it since. */
  theirs: V
  mine: V
}

/** Theirs with what was typed here on top, and which fields both have changed to something else. */
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

/** Whether anything was typed that would be lost. */
export function hasTyped<V extends Values>(opened: V, mine: V): boolean {
  return Object.keys(mine).some((name) => mine[name] !== opened[name])
}
