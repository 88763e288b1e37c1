import { type CommandIo, NO_ANSWER } from './command-io.js'

/** The reason from the command line, or from a question; undefined, with a message, if there is none. */
export const askReason = async (
  { questions, terminal }: CommandIo,
  given: string | undefined,
): Promise<string | undefined> => {
  const reason = given ?? (await questions.ask('Reason (kept in the audit log): '))
  if (reason === undefined) terminal.complain(NO_ANSWER)
  return reason
}
