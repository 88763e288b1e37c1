const inHead = (selector: string, attribute: string): string | undefined =>
  typeof document === 'undefined'
    ? undefined
    : (document.querySelector(selector)?.getAttribute(attribute) ?? undefined)

/** The product's name, which the server writes into the page. */
export const PRODUCT_NAME: string = inHead('meta[name="application-name"]', 'content') ?? 'Postrider'

/** The address of the documentation about this site; undefined if it is turned off. */
export const DOCS_LINK: string | undefined = inHead('meta[name="documentation"]', 'content')

/** The target of links to support; undefined if the server has no support address. */
export const SUPPORT_LINK: string | undefined = inHead('link[rel="help"]', 'href')
