import { crc32 } from 'node:zlib'
import { base62 } from './base62.js'

export const CHECKSUM_LENGTH = 6

/** The end of a key: the CRC-32 of everything before it, in base62 (docs/api/access#bearer-secrets). */
export const checksum = (text: string): string => base62(crc32(text), CHECKSUM_LENGTH)
