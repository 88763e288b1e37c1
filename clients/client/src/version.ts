/** The version in this package's manifest. */
export const VERSION = '0.1.0'
