/** Characters that people and keyboards put between digits: spaces, line breaks, invisible ones, dashes. */
const BETWEEN = /[\p{Z}\p{Cc}\p{Cf}\p{Pd}\u2212]/gu

/**
 * A code as a person typed or pasted it, without the characters between its digits and with full-width digits
 * as ASCII. The service also accepts the digits of other scripts.
 */
export const typedCode = (code: string): string => code.normalize('NFKC').replaceAll(BETWEEN, '')
