import type { HoldCause } from '@postrider/core/kernel/installation/installation'
import { refusedRisks } from '@postrider/core/platform/domain/installation/storage-risk'
import { SECOND_MS } from '@postrider/core/kernel/time/epoch-ms'
import { E } from '@postrider/core/fp'
import type { StorageHealth } from '@postrider/core/platform/ports/health-storage'
import type { Composition } from '@postrider/wiring/compose'
import { engineOf } from '@postrider/wiring/settings'
import { fine, type Finding, warning, wrong } from './finding.js'

const ANSWER_WITHIN_MS = 10 * SECOND_MS

/** Advice for errors of a server or Node, by their message; the first match applies. */
const ADVICE: ReadonlyArray<readonly [RegExp, string]> = [
  [
    /access denied|unknown database|authentication failed|database ".*" does not exist/i,
    'Check user, password and database in POSTRIDER_STORAGE_URL. postrider init sql prints the SQL that creates them.',
  ],
  [
    /certificate/i,
    'Check ssl in POSTRIDER_STORAGE_URL. To use your own certificate authority, set NODE_EXTRA_CA_CERTS to its file in the environment (not in .env).',
  ],
  [
    /does not support (secure|ssl) conn/i,
    'Set up TLS on the server, or remove ssl from POSTRIDER_STORAGE_URL if its network is private.',
  ],
  [/insecure transport|no encryption/i, 'Add ?ssl=true to POSTRIDER_STORAGE_URL.'],
]

const adviceFor = (cause: string): string =>
  ADVICE.find(([pattern]) => pattern.test(cause))?.[1] ??
  'Check POSTRIDER_STORAGE_URL and that the database runs.'

const HELD_BECAUSE: Readonly<Record<HoldCause, string>> = {
  another_installation: 'it belongs to a different installation than before',
  counter_went_back: 'earlier writes are missing, as in an older copy or a delayed replica',
  another_history: 'it has different writes than before, as in a copy that was used',
  backup: 'it was restored from a backup',
  operator: 'an administrator ran postrider restore begin',
}

const migrationsFinding = ({ pendingMigrations, newerMigrations, tooOld }: StorageHealth): Finding => {
  if (tooOld !== undefined) return wrong('migrations', tooOld)
  if (pendingMigrations.length > 0)
    return wrong('migrations', `not run: ${pendingMigrations.join(', ')}`, 'Run postrider migrate.')
  if (newerMigrations.length === 0) return fine('migrations', 'all have run')
  return fine(
    'migrations',
    `all have run; these are from a newer Postrider, which this one can run with: ${newerMigrations.join(', ')}`,
  )
}

/** A line for each risk; one that loses acknowledged writes is wrong unless the administrator allows it. */
const durabilityFindings = (health: StorageHealth): readonly Finding[] => {
  if (health.risks.length === 0) return [fine('durability', 'an acknowledged write survives a power cut')]
  const refused = refusedRisks(health)
  return health.risks.map((risk) => {
    if (refused.includes(risk)) return wrong('durability', risk.problem, risk.fix)
    const allowed = risk.losesWrites ? ' (allowed by POSTRIDER_ALLOW_UNSAFE_STORAGE)' : ''
    return warning('durability', `${risk.problem}${allowed}`, risk.fix)
  })
}

/** Whether the database responds, is migrated, and is durable. */
export const checkStorage = async ({ settings, ports }: Composition): Promise<readonly Finding[]> => {
  const health = await ports.storage.health.check(ANSWER_WITHIN_MS)()
  if (E.isLeft(health))
    return [
      wrong(
        'storage',
        `${engineOf(settings)} does not respond: ${health.left.cause}`,
        adviceFor(health.left.cause),
      ),
    ]
  const { server, heldBecause } = health.right
  return [
    fine('storage', `${server} responds`),
    migrationsFinding(health.right),
    ...durabilityFindings(health.right),
    heldBecause === undefined
      ? fine('restore', 'the database is the same as before')
      : wrong(
          'restore',
          `the database is on hold (${heldBecause}): ${HELD_BECAUSE[heldBecause]}`,
          'Decide which messages to send, then run postrider restore release.',
        ),
  ]
}
