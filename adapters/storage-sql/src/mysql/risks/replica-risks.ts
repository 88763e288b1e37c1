import {
  losingRisk,
  mildRisk,
  type StorageRisk,
} from '@postrider/core/platform/domain/installation/storage-risk'
import { HOUR_MS } from '@postrider/core/kernel/time/epoch-ms'
import type { ServerFacts } from './facts.js'
import { isInGroup } from './group-risks.js'

/** The longest timeout that both MySQL and MariaDB accept: 49 days, so that commits don't stop waiting. */
const LONGEST_MS = 4_294_967_295

/** The settings of semi-synchronous replication. */
interface SemiSync {
  /** Its variables have different names on MySQL and MariaDB. */
  readonly prefix: string
  readonly isEnabled: boolean
  readonly clients: number
  /** It was switched off after the timeout: commits don't wait for a replica. */
  readonly hasGivenUp: boolean
  readonly waitPoint: string
  readonly waitsWithout: { readonly name: string; readonly value: string | undefined }
  readonly timeoutMs: number
}

/** MySQL has the newer names, or those of MariaDB with its former plug-in. */
const semiSyncOf = ({ variables, status }: ServerFacts): SemiSync | undefined => {
  const role = ['source', 'master'].find((one) => variables.has(`rpl_semi_sync_${one}_enabled`))
  if (role === undefined) return undefined
  const prefix = `rpl_semi_sync_${role}`
  const isEnabled = variables.get(`${prefix}_enabled`) === 'ON'
  const without = `${prefix}_wait_no_${role === 'source' ? 'replica' : 'slave'}`
  return {
    prefix,
    isEnabled,
    clients: Number(status.get(`${prefix}_clients`) ?? 0),
    hasGivenUp: isEnabled && status.get(`${prefix}_status`) === 'OFF',
    waitPoint: variables.get(`${prefix}_wait_point`) ?? '',
    waitsWithout: { name: without, value: variables.get(without) },
    timeoutMs: Number(variables.get(`${prefix}_timeout`) ?? 0),
  }
}

const untilThen = (addresses: number): string =>
  addresses > 1
    ? 'Otherwise list one server in POSTRIDER_STORAGE_URL, and promote no replica.'
    : 'Until then, promote no replica.'

type MakeRisk = typeof losingRisk

const disabledRisk = (make: MakeRisk, { replicas, isMariadb, addresses }: ServerFacts): StorageRisk => {
  const prefix = `rpl_semi_sync_${isMariadb ? 'master' : 'source'}`
  const settings = `${prefix}_enabled=ON, ${prefix}_wait_point=AFTER_SYNC and ${prefix}_timeout=${LONGEST_MS}`
  const plugin = isMariadb ? '' : ' (plug-in semisync_source.so)'
  return make(
    `replication to ${replicas === 1 ? '1 replica' : `${replicas} replicas`} is asynchronous, so a promoted replica lacks the last acknowledged writes`,
    `Set ${settings}${plugin}. ${untilThen(addresses)}`,
  )
}

const enabledRisks = (
  make: MakeRisk,
  { prefix, clients, hasGivenUp, waitPoint, waitsWithout, timeoutMs }: SemiSync,
  replicas: number,
): readonly StorageRisk[] => [
  ...(hasGivenUp
    ? [
        make(
          `${prefix}_status is OFF, so commits don't wait for a replica at the moment`,
          'Start a semi-synchronous replica.',
        ),
      ]
    : []),
  ...(waitPoint === 'AFTER_SYNC'
    ? []
    : [
        make(
          `${prefix}_wait_point is ${waitPoint}, so others read writes that a promoted replica may lack`,
          `Set ${prefix}_wait_point=AFTER_SYNC.`,
        ),
      ]),
  ...(waitsWithout.value === 'OFF'
    ? [
        make(
          `${waitsWithout.name} is OFF, so commits don't wait while no replica is connected`,
          `Set ${waitsWithout.name}=ON.`,
        ),
      ]
    : []),
  ...(timeoutMs < HOUR_MS
    ? [
        make(
          `${prefix}_timeout is ${timeoutMs}, so after ${timeoutMs} ms commits stop waiting for a replica`,
          `Set ${prefix}_timeout=${LONGEST_MS}.`,
        ),
      ]
    : []),
  ...(replicas > clients
    ? [
        mildRisk(
          `${replicas - clients} of ${replicas} replicas are asynchronous and can lack the last acknowledged writes`,
          'Promote only semi-synchronous replicas.',
        ),
      ]
    : []),
]

/**
 * The risks of replicas that may lack acknowledged writes. They lose writes if the storage address lists several servers,
 * because one of them can then be promoted; otherwise they are a warning.
 */
export const replicaRisks = (facts: ServerFacts): readonly StorageRisk[] => {
  const { variables, replicas, addresses } = facts
  if (isInGroup(variables)) return []
  const isCluster = variables.get('wsrep_on') === 'ON'
  const make = addresses > 1 && !isCluster ? losingRisk : mildRisk
  if (replicas === undefined)
    return addresses > 1
      ? [
          mildRisk(
            "this user can't see whether replicas are connected, so asynchronous ones aren't found",
            'Grant it the privilege PROCESS.',
          ),
        ]
      : []
  const semiSync = semiSyncOf(facts)
  if (semiSync?.isEnabled === true) return enabledRisks(make, semiSync, replicas)
  return replicas === 0 ? [] : [disabledRisk(make, facts)]
}
