import { adviceOn, guideOf } from '../errors/advice.js'
import { EXIT, type ExitCode, usageError } from '../errors/exit-code.js'
import type { Verb } from '../verb.js'

/** Shows the meaning, causes and fix of an error code, field code or failure code. Refuses a code that this program doesn't know. */
export const explainCode = (verb: Verb, code: string): ExitCode => {
  const guide = guideOf(code)
  if (guide === undefined)
    throw usageError(
      `There is no error code, field code or failure code ${code}.`,
      'The service lists all codes at /docs/errors.',
    )
  const { meaning, causes } = guide
  const fix = adviceOn(code) ?? guide.fix
  if (verb.format === 'table') {
    const { output } = verb.terminal
    output.write(`${code}: ${meaning}\n`)
    for (const cause of causes) output.write(`  - ${cause}\n`)
    output.write(`  → ${fix}\n`)
  } else verb.writer().one({ code, meaning, causes: [...causes], fix })
  return EXIT.ok
}
