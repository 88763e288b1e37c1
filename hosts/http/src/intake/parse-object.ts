import { isUtf8 } from 'node:buffer'
import secureJson from 'secure-json-parse'

/**
 * The JSON object that the bytes spell, or undefined: no UTF-8, no JSON, no object, or one that would reach for
 * prototypes (`__proto__`, `constructor.prototype`), which decisions 2 call the same.
 */
export const parseObject = (bytes: Buffer): object | undefined => {
  if (!isUtf8(bytes)) return undefined
  try {
    const value: unknown = secureJson.parse(bytes.toString('utf8'))
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}
