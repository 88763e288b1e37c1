/** The settings of a unit by section and name. A repeated name has several values. */
export type Unit = ReadonlyMap<string, readonly string[]>

/** Reads a unit file: `Section.Name` and all of its values, in order. */
export const parseUnit = (text: string): Unit => {
  const unit = new Map<string, string[]>()
  let section = ''
  for (const line of text.split('\n')) {
    const head = /^\[(\w+)\]$/.exec(line)
    if (head !== null) section = head[1] ?? ''
    const [, name, value] = /^(\w+)=(.*)$/.exec(line) ?? []
    if (name === undefined || value === undefined) continue
    const key = `${section}.${name}`
    unit.set(key, [...(unit.get(key) ?? []), value])
  }
  return unit
}
