import {
  losingRisk,
  mildRisk,
  type StorageRisk,
} from '@postrider/core/platform/domain/installation/storage-risk'
import { PROVIDER_OPTIONS, providerVariable, type ServerFacts, type ServerSettings } from './facts.js'

/** Options as `wsrep_provider_options` shows them: `base_dir = /data; pc.ignore_sb = false; …`. */
const listedOptions = (text: string): ReadonlyArray<readonly [string, string]> =>
  text.split(';').flatMap((option) => {
    const [name, ...value] = option.split('=')
    return value.length === 0 ? [] : [[(name ?? '').trim().toLowerCase(), value.join('=').trim()] as const]
  })

/** The options in effect: an option with a variable of its own may have been changed since it was listed. */
const providerOptions = (variables: ServerSettings): ServerSettings => {
  const changed = PROVIDER_OPTIONS.flatMap((option) => {
    const value = variables.get(providerVariable(option))
    return value === undefined ? [] : [[option, value] as const]
  })
  return new Map([...listedOptions(variables.get('wsrep_provider_options') ?? ''), ...changed])
}

const isTrue = (value: string | undefined): boolean => /^(true|yes|on|1)$/i.test(value ?? '')
const isFalse = (value: string | undefined): boolean => /^(false|no|off|0)$/i.test(value ?? '')

const optionFix = (option: string): string => `Remove it from wsrep_provider_options, or set ${option}.`

const providerRisks = (options: ServerSettings): readonly StorageRisk[] => {
  const splits = ['pc.ignore_sb', 'pc.ignore_quorum'].filter((name) => isTrue(options.get(name)))
  const order = options.get('repl.commit_order') ?? '3'
  return [
    ...splits.map((name) =>
      losingRisk(
        `${name} is true, so both halves of a divided cluster take writes and one half loses them`,
        optionFix(`${name}=false`),
      ),
    ),
    ...(/^(3|NO_OOOC)$/i.test(order)
      ? []
      : [
          losingRisk(
            `repl.commit_order is ${order}, so a crash can leave a node without some commits`,
            optionFix('repl.commit_order=3'),
          ),
        ]),
    ...(isFalse(options.get('pc.recovery'))
      ? [
          mildRisk(
            'pc.recovery is false, so the cluster stays down after all nodes crashed',
            optionFix('pc.recovery=true'),
          ),
        ]
      : []),
  ]
}

const nodeRisks = (variables: ServerSettings): readonly StorageRisk[] => {
  const format = variables.get('binlog_format') ?? 'ROW'
  const method = variables.get('wsrep_osu_method') ?? 'TOI'
  const lockMode = variables.get('innodb_autoinc_lock_mode') ?? '2'
  const fragment = variables.get('wsrep_trx_fragment_size') ?? '0'
  return [
    ...(format === 'ROW'
      ? []
      : [losingRisk(`binlog_format is ${format}, so nodes can differ`, 'Set binlog_format=ROW.')]),
    ...(method === 'RSU'
      ? [
          losingRisk(
            'wsrep_OSU_method is RSU, so a migration changes only one node',
            'Set wsrep_OSU_method=TOI.',
          ),
        ]
      : []),
    ...(isFalse(variables.get('wsrep_certify_nonpk'))
      ? [
          mildRisk(
            "wsrep_certify_nonPK is OFF, so writes to tables without a primary key aren't compared between nodes",
            'Set wsrep_certify_nonPK=ON.',
          ),
        ]
      : []),
    ...(isTrue(variables.get('wsrep_dirty_reads'))
      ? [
          mildRisk(
            'wsrep_dirty_reads is ON, so a node that left the cluster returns old data',
            'Set wsrep_dirty_reads=OFF.',
          ),
        ]
      : []),
    ...(lockMode === '2'
      ? []
      : [
          mildRisk(
            `innodb_autoinc_lock_mode is ${lockMode}, so inserts on several nodes can fail`,
            'Set innodb_autoinc_lock_mode=2.',
          ),
        ]),
    ...(fragment === '0'
      ? []
      : [
          mildRisk(
            `wsrep_trx_fragment_size is ${fragment}, so transactions lock rows on every node while they run`,
            'Set wsrep_trx_fragment_size=0.',
          ),
        ]),
  ]
}

/** The risks of a Galera cluster, as far as its settings on this node show them. */
export const galeraRisks = ({ variables, isMariadb, addresses }: ServerFacts): readonly StorageRisk[] => {
  if (variables.get('wsrep_on') !== 'ON') return []
  const provider = variables.get('wsrep_provider') ?? ''
  if (provider === '' || provider === 'none') {
    const problem = "wsrep_provider is none, so this node isn't part of a cluster"
    const fix = 'Set wsrep_provider to the library of Galera, or wsrep_on=OFF on a single server.'
    return [addresses > 1 ? losingRisk(problem, fix) : mildRisk(problem, fix)]
  }
  return [
    ...(isMariadb
      ? []
      : [
          losingRisk(
            'Galera on MySQL (Percona XtraDB Cluster) can keep a transaction in part when two nodes write',
            'Use MariaDB with Galera, or MySQL with group replication.',
          ),
        ]),
    ...providerRisks(providerOptions(variables)),
    ...nodeRisks(variables),
  ]
}
