/** Things with the same key, by their first and the cell of each. */
export interface Group<A> {
  readonly first: A
  readonly cells: readonly string[]
}

/** Brings together what one statement can change: an UPDATE for each distinct change, not for each row. */
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
