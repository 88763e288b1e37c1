/**
 * Seals small secrets for storage: AES-256-GCM under a key whose id the sealed text names, so that keys can
 * be changed while old texts stay readable (reliability 5.9).
 */
export interface KeyRing {
  /** Seals a text for one place (`table|row|column`): elsewhere it will not open. */
  seal(plain: string, place: string): string
  /** Opens a sealed text. Throws when it was changed, moved, or its key is gone: a bug or an attack, never input. */
  open(sealed: string, place: string): string
}
