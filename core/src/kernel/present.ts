/** The fields of `T`, where fields that may be undefined are optional instead. */
export type Present<T> = { readonly [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  readonly [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>
}

/**
 * Leaves out undefined fields: `{ ...present({ reason }) }` has no `reason` if it is undefined. Keeps null.
 */
export const present = <T extends object>(fields: T): Present<T> => {
  const found: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(fields)) if (value !== undefined) found[key] = value
  return found as Present<T>
}
