/** A parsed frame of the server. */
export interface HeardFrame {
  readonly id?: string | null
  readonly method?: string
  readonly result?: Readonly<Record<string, unknown>>
  readonly error?: {
    readonly code: number
    readonly message: string
    readonly data?: { readonly code: string }
  }
  readonly params?: Readonly<Record<string, unknown>>
}
