/** The entries of a list, read page by page. Each page is requested with the cursor of the previous one. */
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
