/** Of this package; the same as in its manifest. */
export const VERSION = '0.1.0'
