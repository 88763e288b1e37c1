/** Which bare server is wanted: one that only says again what it hears, one that keeps nothing, or one that stores. */
export type BareVariant =
  | { readonly form: 'echo' }
  | { readonly form: 'without storage' }
  | { readonly form: 'stored'; readonly storageUrl: string }
