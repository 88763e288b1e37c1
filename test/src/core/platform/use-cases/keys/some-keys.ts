import { newMasterKey, parseMasterKey } from '@postrider/node/auth/master-key'
import type { OpenedStorage } from '@postrider/conformance/storage'
import { secretPorts } from '../../../../builders/secret-ports.js'
import { createPostrider } from '@postrider/core/postrider'
import { portsIn } from '../../../runner/use-cases/office-ports.js'

/** A new master key. */
export const aKey = () => parseMasterKey(newMasterKey())

type Key = ReturnType<typeof aKey>

/** A process on the database with these keys, its own first. */
export const processOn = (
  { storage, url }: Pick<OpenedStorage, 'storage' | 'url'>,
  own: Key,
  ...previous: readonly Key[]
) => {
  const secrets = secretPorts(new Map(), { current: own, previous })
  const house = {
    storage,
    url,
    secrets,
    writtenVersion: () => Promise.resolve(''),
    close: () => Promise.resolve(),
  }
  const ports = portsIn(house)
  return { ports, postrider: createPostrider(ports) }
}

export type Process = ReturnType<typeof processOn>

/** The reason and the operator. */
export const ORDER = {
  actor: { kind: 'operator', id: 'asha' },
  reason: 'Keys are changed each year.',
} as const
