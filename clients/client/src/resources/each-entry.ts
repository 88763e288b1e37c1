/** The entries of a list, page by page as they are read; each page is asked for with the cursor of the one before. */
export async function* eachEntry<K extends string, A>(
  name: K,
  read: (
    cursor: string | undefined,
  ) => Promise<{ readonly nextCursor: string | null } & { readonly [name in K]: readonly A[] }>,
): AsyncGenerator<A, void, undefined> {
  let cursor: string | undefined
  do {
    const page = await read(cursor)
    yield* page[name]
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
}
