import { operationAccess } from '../access/access.js'
import { EXIT, type ExitCode, usageError } from '../errors/exit-code.js'
import { bodyOf, type Body } from '../operations/body.js'
import { callOperation, drawnRequestId, malformedBody } from '../operations/call-operation.js'
import { bodyProblems } from '../operations/check-body.js'
import { type Operation, operations, operationsNamed, type RequestSchema } from '../operations/operations.js'
import { type DataRecord, listIn } from '../output/flatten.js'
import { withProgress } from '../output/progress.js'
import type { Verb } from '../verb.js'

/** The options of an operation's call. */
export interface CallChoice {
  readonly data?: readonly string[]
  readonly as?: Operation['kind']
  readonly key?: string
  readonly fields?: boolean
}

const listOperations = (verb: Verb, kind: CallChoice['as']): ExitCode => {
  const writer = verb.writer(['name', 'as', 'effect', 'summary'])
  for (const { name, kind: as, effect, summary } of operations())
    if (kind === undefined || kind === as) writer.add({ name, as, effect, summary })
  writer.end()
  return EXIT.ok
}

const typeText = ({ type, enum: values, items }: RequestSchema): string => {
  if (values !== undefined) return values.join('|')
  const own = [type ?? []].flat().join('|')
  return own === 'array' && items !== undefined ? `list of ${typeText(items)}` : own
}

const showFields = (verb: Verb, { takes }: Operation): ExitCode => {
  const { properties = {}, required = [] } = takes
  const writer = verb.writer(['field', 'isRequired', 'type', 'example', 'description'])
  for (const [field, schema] of Object.entries(properties)) {
    const { description, examples = [] } = schema
    const isRequired = required.includes(field)
    writer.add({ field, isRequired, type: typeText(schema), example: examples[0], description })
  }
  writer.end()
  return EXIT.ok
}

/** The operation at the accepted boundaries. */
const found = (name: string, kind: CallChoice['as']): readonly Operation[] => {
  const all = operationsNamed(name)
  if (all.length === 0)
    throw usageError(`${name} isn’t a published operation.`, 'List them with postrider-dev call.')
  const own = all.filter((each) => kind === undefined || each.kind === kind)
  if (own.length > 0) return own
  throw usageError(`Only ${all[0]?.kind === 'person' ? 'people' : 'Agents'} can call ${name}.`)
}

/** Adds a request id to a mutation: the given one or a new one. */
const named = (body: Body, { takes, effect }: Operation, key: string | undefined): Body => {
  const isNamed = takes.properties?.['requestId'] !== undefined && body['requestId'] === undefined
  const isWanted = key !== undefined || effect !== 'reads' || takes.required?.includes('requestId') === true
  return isNamed && isWanted ? { ...body, requestId: key ?? drawnRequestId() } : body
}

/** Shows the complete result to programs. For people, a page is shown as rows. */
const show = (verb: Verb, answer: DataRecord): void => {
  const rows = verb.format === 'json' ? undefined : listIn(answer)
  if (rows === undefined) return verb.writer().one(answer)
  const writer = verb.writer()
  for (const row of rows) writer.add(row)
  writer.end()
  const { nextCursor } = answer
  if (typeof nextCursor === 'string') verb.say(`More results: -d cursor=${nextCursor}`)
}

/** `call` */
export const call = async (verb: Verb, choice: CallChoice, name?: string): Promise<ExitCode> => {
  if (name === undefined) return listOperations(verb, choice.as)
  const known = found(name, choice.as)
  const [first] = known
  if (choice.fields === true && first !== undefined) return showFields(verb, first)
  const access = await operationAccess(
    verb.terminal,
    verb.access,
    known.map(({ kind }) => kind),
  )
  const operation = known.find(({ kind }) => kind === access.kind)
  if (operation === undefined) throw usageError(`${name} can’t be called this way.`)
  const body = named(bodyOf(choice.data ?? [], operation.takes), operation, choice.key)
  const problems = bodyProblems(operation.takes, body)
  if (problems.length > 0) throw malformedBody(name, problems)
  const { words, signal } = verb.terminal
  try {
    const answer = await withProgress(
      words,
      () => `calling ${name}`,
      () => callOperation(access, name, body, signal),
    )
    show(verb, answer)
    return EXIT.ok
  } catch (error) {
    if (operation.effect !== 'reads' && typeof body['requestId'] === 'string')
      verb.say(
        `Called with the key ${body['requestId']}. To repeat it safely, use --key ${body['requestId']}.`,
      )
    throw error
  }
}
