/** How the service presents itself to its customers: in emails, on pages and in published documents. */
export interface Product {
  /** 1 to 40 characters, without control characters. */
  readonly name: string
  /** Where customers get help: an email address or an `https:` address; undefined: texts only say "support". */
  readonly supportAddress: string | undefined
}

/** The product as it is without settings. */
export const DEFAULT_PRODUCT: Product = { name: 'Postrider', supportAddress: undefined }

/** The support address as the target of a link. Email addresses become `mailto:` (RFC 6068). */
export const supportLinkOf = (supportAddress: string): string => {
  if (supportAddress.startsWith('https:')) return supportAddress
  const at = supportAddress.lastIndexOf('@')
  return `mailto:${encodeURIComponent(supportAddress.slice(0, at))}${supportAddress.slice(at)}`
}
