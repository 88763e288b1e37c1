import { askOnce } from './ask-once.js'
import { signInRequest } from './control-requests.js'
import type { ServerProcess } from './server-process.js'

/** A new access token of the first tenant's owner. */
export const signInOwner = async ({ people: [owner], port }: ServerProcess): Promise<string> => {
  if (owner === undefined) throw new Error('nobody can sign in')
  const answer = await askOnce(port, signInRequest(owner))
  const accessToken = /"accessToken":"([^"]+)"/.exec(answer)?.[1]
  if (accessToken === undefined) throw new Error('nobody was signed in')
  return accessToken
}
