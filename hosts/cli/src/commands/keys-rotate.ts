import { E } from '@postrider/core/fp'
import type { RotationStep } from '@postrider/core/platform/use-cases/keys/rotate-keys'
import { checkDatabase } from '@postrider/web-server/hosting/check-database'
import type { Composition } from '@postrider/wiring/compose'
import { EXIT } from '@postrider/command/exit-code'
import type { Terminal } from '@postrider/command/terminal/terminal'
import { complainOf, operator } from '@postrider/command/terminal/command-io'

export interface RotateOptions {
  readonly reason?: string
}

const DEFAULT_REASON = 'Master key rotation.'

const sentenceOf = (step: RotationStep): string => {
  switch (step._tag) {
    case 'Named':
      return `new data is now encrypted with ${step.to}${step.from === undefined ? '' : `, no longer with ${step.from}`}`
    case 'EraOpened':
      return `audit log: ${step.chains} chains use the new key`
    case 'SealedAnew':
      return `${step.kind}: ${step.texts} re-encrypted`
    case 'IndexedAnew':
      return `search by recipient: ${step.messages} messages indexed with the new key`
  }
}

/**
 * Makes POSTRIDER_MASTER_KEY the sealing key and reseals everything with it; may be run again after an
 * interruption.
 */
export const keysRotate =
  (terminal: Terminal, { reason = DEFAULT_REASON }: RotateOptions) =>
  async ({ ports, postrider }: Composition): Promise<number> => {
    const problem = await checkDatabase(ports.storage)
    if (problem !== undefined) {
      terminal.complain(problem.sentence)
      return EXIT.failed
    }
    const tell = (step: RotationStep): void => terminal.complain(sentenceOf(step))
    const rotated = await postrider.rotateKeys({ actor: operator(), reason }, tell)()
    if (E.isLeft(rotated)) {
      if (rotated.left._tag !== 'Conflict') complainOf(terminal, rotated.left)
      else
        terminal.complain(
          `cannot rotate to ${ports.keyRing.own}: this key was already retired, or another rotation uses a different key. Set POSTRIDER_MASTER_KEY to a new key.`,
        )
      return EXIT.failed
    }
    const { keyId, left } = rotated.right
    for (const { kind, keyId: other, count } of left)
      terminal.complain(
        `${kind}: ${count} are still encrypted with ${other}, which is not in POSTRIDER_PREVIOUS_MASTER_KEYS. Add it there and run this again`,
      )
    if (left.length > 0) return EXIT.failed
    terminal.say(
      `Everything is encrypted with ${keyId}. postrider doctor shows when you can remove a previous key.`,
    )
    return EXIT.ok
  }
