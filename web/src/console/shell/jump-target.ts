/** Where the palette leads, or what it starts. */
export interface JumpTarget {
  readonly key: string
  readonly icon: string
  readonly text: string
  readonly kind: string
  readonly href: string
  /** What the screen has to know and no address may hold. */
  readonly memory?: Readonly<Record<string, string>>
}
