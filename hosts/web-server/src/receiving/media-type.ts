import type { HeaderStrings } from '@postrider/core/kernel/codecs/compile-headers'

/** `application/json`, with no parameter or with `charset=utf-8`, in any case and quoting (RFC 9110 8.3). */
const JSON_TYPE = /^application\/json[ \t]*(?:;[ \t]*(?:charset=(?:utf-8|"utf-8"))?[ \t]*)*$/i

/** Whether the body is what the service reads: JSON in UTF-8, without a content encoding. */
export const isPlainJson = (headers: HeaderStrings): boolean => {
  const type = headers['content-type']
  const encoding = headers['content-encoding']
  if (typeof type !== 'string' || !JSON_TYPE.test(type)) return false
  return encoding === undefined || (typeof encoding === 'string' && encoding.toLowerCase() === 'identity')
}

/** Whether the request has a body at all (RFC 9112 6.3). */
export const hasBody = (headers: HeaderStrings): boolean => {
  const length = headers['content-length']
  return headers['transfer-encoding'] !== undefined || (length !== undefined && Number(length) !== 0)
}
