/** Items with the same key: the first one, and the cell of each. */
export interface Group<A> {
  readonly first: A
  readonly cells: readonly string[]
}

/** Groups rows that one statement can change: one UPDATE per distinct change, not per row. */
export const grouped = <A>(
  things: readonly A[],
  keyOf: (thing: A) => string,
  cellOf: (thing: A) => string,
): ReadonlyArray<Group<A>> => {
  const groups = new Map<string, { readonly first: A; readonly cells: string[] }>()
  for (const thing of things) {
    const key = keyOf(thing)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, { first: thing, cells: [cellOf(thing)] })
    else group.cells.push(cellOf(thing))
  }
  return [...groups.values()]
}
