import { OPERATIONS, type OperationName } from '@postrider/core/assembly/registry'
import type { Operation } from '@postrider/core/identity/domain/access/operation'
import type { Composition } from '@postrider/wiring/compose'
import { asOperator } from '../hosts/http/agents.js'

const isReading = (name: OperationName): boolean => {
  const { mutation, audiences }: Operation = OPERATIONS[name]
  return !mutation && audiences.includes('adminConsole')
}

/**
 * Calls every read operation of operators, for everything and for each of these, and returns the responses by
 * operation.
 */
export const readEverything = async (
  composition: Composition,
  subjects: readonly object[],
): Promise<ReadonlyMap<string, readonly string[]>> => {
  const answers = new Map<string, readonly string[]>()
  for (const name of (Object.keys(OPERATIONS) as OperationName[]).filter(isReading))
    for (const subject of [{}, ...subjects]) {
      const answered = await asOperator(composition, name, subject).catch(() => undefined)
      if (answered !== undefined) answers.set(name, [...(answers.get(name) ?? []), JSON.stringify(answered)])
    }
  return answers
}
