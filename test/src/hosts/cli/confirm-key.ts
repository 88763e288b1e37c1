import { openPostrider } from '@postrider/embedded'
import { right } from '@postrider/conformance/outcome'

const NOWHERE = { requestId: undefined, clientAddress: undefined }

/** Confirms a key that a command created, as its sponsor does on the website, on the same data directory. */
export const confirmKey = async (
  { POSTRIDER_DATA_DIR: dataDir = '' }: Readonly<Record<string, string>>,
  sponsor: { readonly email: string; readonly password: string },
  made: string,
): Promise<void> => {
  const agentKeyId = /^created (agk_\S+)$/m.exec(made)?.[1] ?? ''
  const { core, close } = await openPostrider({ dataDir })
  try {
    const { token } = await right(core.personSessions.begin(sponsor, NOWHERE))
    const visitor = await right(core.personSessions.find(token))
    await right(core.runOperation(visitor, 'confirmAgentKey', { agentKeyId }, NOWHERE))
  } finally {
    await close()
  }
}
