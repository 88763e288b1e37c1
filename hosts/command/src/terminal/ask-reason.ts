import { type CommandIo, NO_ANSWER } from './command-io.js'

/** The reason that was said on the command line, or else is asked for; undefined, and complained of, where there is none. */
export const askReason = async (
  { questions, terminal }: CommandIo,
  given: string | undefined,
): Promise<string | undefined> => {
  const reason = given ?? (await questions.ask('Reason (kept in the audit log): '))
  if (reason === undefined) terminal.complain(NO_ANSWER)
  return reason
}
