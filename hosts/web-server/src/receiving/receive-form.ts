import type { ErrorCode } from '@postrider/contracts/errors/error-registry'
import { E } from '@postrider/core/fp'
import type { Exchange } from '../exchange/exchange.js'
import { FORM_LIMIT_BYTES, parseForm } from './parse-form.js'
import { type BodyNeeds, readBody } from './read-body.js'

const FORM_TYPE = /^application\/x-www-form-urlencoded[ \t]*(?:;[ \t]*charset=utf-8)?[ \t]*$/i

/** The fields of a form, as they were sent. */
export type FormFields = ReadonlyMap<string, string>

/**
 * Receives a form that a page sent. Left: the error code, or `gone` if the client disconnected. A form that
 * can't be parsed has no fields.
 */
export const receiveForm = async (
  needs: BodyNeeds,
  exchange: Exchange,
): Promise<E.Either<ErrorCode | 'gone', FormFields>> => {
  const type = exchange.headers['content-type']
  if (typeof type !== 'string' || !FORM_TYPE.test(type)) return E.left('unsupported_media_type')
  const read = await readBody(exchange, FORM_LIMIT_BYTES, needs)
  switch (read._tag) {
    case 'Gone':
      return E.left('gone')
    case 'TooLarge':
      return E.left('payload_too_large')
    // A form's limit is far below what makes a body large: this doesn't occur.
    case 'NoTurn':
    case 'NoRoom':
      return E.left('service_unavailable')
    case 'Whole':
      return E.right(parseForm(read.bytes) ?? new Map<string, string>())
  }
}
