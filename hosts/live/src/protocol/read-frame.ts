import { type CallFrame, callFrame, FRAME_DEPTH } from '@postrider/contracts/live/frame'
import type { RpcErrorName } from '@postrider/contracts/live/frame'
import { compile } from '@postrider/core/kernel/codecs/compile'
import type { FieldProblem } from '@postrider/core/kernel/refusals/refusal'
import { E } from '@postrider/core/fp'
import { measureJson } from '@postrider/web-server/receiving/measure-json'
import { parseObject } from '@postrider/web-server/receiving/parse-object'

/** A call as it was received. */
export interface ReadCall {
  readonly id: string
  readonly method: string
  readonly params: CallFrame['params'] & object
  /** Duplicate names in objects of the parameters, as invalid fields of the body. */
  readonly repeated: readonly FieldProblem[]
}

const decode = compile(callFrame)
const PARAMS = '/params'

/** Problems of the parameters are reported with paths relative to them. */
const withinParams = (problems: readonly FieldProblem[]): readonly FieldProblem[] =>
  problems
    .filter(({ field }) => field.startsWith(`${PARAMS}/`))
    .map((problem) => ({ ...problem, field: problem.field.slice(PARAMS.length) }))

/**
 * The call in a text frame. Left: the frame has no call, so the socket is closed. Such a frame isn't JSON, has
 * more than one object, is too deep or too wide for a parser, or is an object but not a call
 * (docs/api/sockets#sockets).
 */
export const readCallFrame = (
  bytes: Buffer,
  isBinary: boolean,
): E.Either<Extract<RpcErrorName, 'parseError' | 'invalidRequest'>, ReadCall> => {
  if (isBinary) return E.left('invalidRequest')
  const members = measureJson(bytes, FRAME_DEPTH)
  if (members < 0) return E.left('invalidRequest')
  const parsed = parseObject(bytes, members)
  if (E.isLeft(parsed)) return E.left(parsed.left === undefined ? 'invalidRequest' : 'parseError')
  const { value, repeated } = parsed.right
  const inParams = withinParams(repeated)
  // With two ids or methods it is unclear which was meant.
  if (inParams.length < repeated.length) return E.left('invalidRequest')
  const decoded = decode(value, 'body')
  if (E.isLeft(decoded)) return E.left('invalidRequest')
  const { id, method, params = {} } = decoded.right
  return E.right({ id, method, params, repeated: inParams })
}
