import type { FirstSetUp } from '@postrider/core/identity/domain/first-set-up'
import type { FirstSetUpRequest } from '@postrider/core/setup/domain/first-set-up'
import type { MessageId } from '@postrider/core/kernel/ids/id'
import { E } from '@postrider/core/fp'
import { createDispatcherHost } from '@postrider/dispatcher/dispatcher-host'
import type { ProviderAdapter } from '@postrider/core/providers/ports/provider-adapter'
import { compose, type Composition, type Overrides } from '@postrider/wiring/compose'
import { PROVIDERS } from '@postrider/wiring/providers'
import { aFirstSetUp } from '../../builders/a-first-set-up.js'
import { totpCodeOf } from '../../builders/hand-totp.js'
import { eventually } from '@postrider/conformance/eventually'
import { right } from '@postrider/conformance/outcome'
import { logLines, migratedSettings } from '../wiring/some-settings.js'
import { granted } from '../../builders/granted.js'

/** The actor of the commands. */
export const BY_OLU = { actor: { kind: 'operator', id: 'olu' }, reason: 'To begin with.' } as const

/** A command has no client address and no request id. */
export const NOWHERE = { requestId: undefined, clientAddress: undefined }

const STEP_MS = 30_000

type Settings = Readonly<Record<string, string>>

/** A real process on an empty database of its own, with helper functions. */
export const anInstallation = async (
  settings: Settings = {},
  overrides: Overrides = {},
  providers: readonly ProviderAdapter[] = PROVIDERS,
) => {
  const { lines, write } = logLines()
  const options = { log: { write }, overrides, providers }
  const composition: Composition = await compose(await migratedSettings(settings), options)
  const { postrider, ports } = composition
  await right(ports.storage.health.migrate())
  const dispatcher = createDispatcherHost({
    ...composition,
    gauges: composition.metrics,
    pace: { mailMs: 50 },
  })
  let isDispatching = false
  const callerOf = async (bearer: string) =>
    granted(await right(postrider.authenticate(bearer, '127.0.0.1')), 'messages.send', 'messages.read')
  return {
    composition,
    postrider,
    ports,
    vocabulary: composition.vocabulary,
    lines,
    setUp: (order: FirstSetUpRequest = aFirstSetUp()): Promise<FirstSetUp> =>
      right(postrider.firstSetUp(order, BY_OLU)),
    /** The code of an authenticator with this secret, this number of steps from now. */
    codeOf: (secret: string, steps = 0): string =>
      totpCodeOf(secret, Math.floor(ports.clock.nowMs() / STEP_MS) + steps),
    dispatch: async (): Promise<void> => {
      if (E.isLeft(await dispatcher.start())) throw new Error('the dispatcher did not start')
      isDispatching = true
    },
    /**
     * Sends one of the installed templates with the shown credential; resolves when the message reaches
     * `goal`.
     */
    send: async (
      { credential, projectId, appId, templates }: FirstSetUp,
      channel: 'sms' | 'email' | 'whatsapp',
      to: string,
      goal: string,
    ): Promise<MessageId> => {
      const template = templates.find((one) => one.channel === channel)
      if (template === undefined) throw new Error(`no template of ${channel} was set up`)
      const { templateId, variables } = template
      const request = { projectId, appId, channel, to, templateId, variables }
      const caller = await callerOf(credential.bearer)
      const { messageId } = await right(postrider.acceptMessage(caller, `first-${channel}`, request))
      await eventually(goal, async () => {
        const found = await right(postrider.findMessage(caller, messageId))
        return found.state === goal
      })
      return messageId
    },
    /** Every event of the audit log, oldest first. */
    audited: () => right(ports.storage.audit.list(undefined, 1_000)),
    /** The problems in the books and audit chains: none if everything is consistent. */
    findings: async () => {
      const { violations } = await right(postrider.checkInvariants())
      const chains = await right(postrider.verifyAudit())
      const accounts = await right(postrider.verifyLedger())
      const found = [...chains, ...accounts].flatMap(({ finding }) => finding ?? [])
      return [...violations, ...found]
    },
    close: async (): Promise<void> => {
      if (isDispatching) await dispatcher.stop()
      await composition.close()
    },
  }
}

export type Installation = Awaited<ReturnType<typeof anInstallation>>
