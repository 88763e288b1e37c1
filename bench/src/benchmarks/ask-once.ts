import { load } from './load/load.js'

/** The response body of a request that may be repeated. */
export const askOnce = async (port: number, request: Buffer): Promise<string> => {
  let answer: string | undefined
  const onAnswer = (body: string): void => {
    answer ??= body
  }
  await load({ port, connections: 1, warmUpMs: 0, measureMs: 1, next: () => request, onAnswer })
  if (answer === undefined) throw new Error('a request was not answered')
  return answer
}
