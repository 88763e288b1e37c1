/** The kind of bare server: one that echoes requests, one without storage, or one that stores. */
export type BareVariant =
  | { readonly form: 'echo' }
  | { readonly form: 'without storage' }
  | { readonly form: 'stored'; readonly storageUrl: string }
