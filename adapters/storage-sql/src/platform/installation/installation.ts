import { RESTORE_HOLD_MARGIN_MS, type Installation } from '@postrider/core/kernel/installation/installation'
import {
  judgeInstallation,
  type InstallationVerdict,
  type DatabaseFacts,
} from '@postrider/core/platform/domain/installation/judge-installation'
import type { FingerprintMemory } from '@postrider/core/kernel/installation/fingerprint-memory'
import type { InstallationFingerprint } from '@postrider/core/kernel/installation/fingerprint'
import { MINUTE_MS } from '@postrider/core/kernel/time/epoch-ms'
import { E } from '@postrider/core/fp'
import type { FingerprintStore } from '@postrider/core/feed/ports/fingerprint-store'
import type { InstallationStorage, CounterUpdate } from '@postrider/core/platform/ports/installation-storage'
import type { Engine, Rows, Statement, WritePlan } from '../../engine/engine.js'
import { readInteger } from '../../cells/cell.js'
import { epochOf, readEpoch } from '../../guards/epoch.js'
import { countRestoreHeld, rights } from './restoration.js'
import { unknownIsUndone } from '../../engine/outcome.js'
import { statement } from '../../engine/template.js'
import { installationIn, installations } from './table.js'

const COLUMNS = installations.select('i')

const read = statement(`SELECT ${COLUMNS} FROM installation i`)
/** The row, locked until the transaction ends. */
export const lockInstallation = statement(`SELECT ${COLUMNS} FROM installation i {for update}`)
const anyMessage = statement('SELECT EXISTS (SELECT 1 FROM messages)')
const raise = statement('UPDATE installation SET counter = counter + 1, value = ?x, raised_at = ?')
const hold = statement(`
  UPDATE installation SET held_since = ?, held_because = ?, restored_at = ?, fenced_before = ?
  WHERE held_since IS NULL`)

/**
 * Does the same as `hold`, with the time of the database's clock, and only if the row hasn't changed since it
 * was read.
 */
const holdAsSeen = statement(`
  UPDATE installation SET held_because = ?, held_since = {database time}, restored_at = {database time},
    fenced_before = {database time} + ?
  WHERE held_since IS NULL AND id = ?x AND counter = ? AND value = ?x`)

/** Sends statements on one connection, outside a transaction. */
export type StandaloneQuery = (statements: readonly Statement[]) => Promise<readonly Rows[]>

const metOf = ({ fingerprint, hold: held }: Installation, messages: Rows): DatabaseFacts => ({
  fingerprint,
  isHeld: held !== undefined,
  hasMessages: messages[0]?.[0] === 1,
})

const remember = async (
  fingerprints: FingerprintStore,
  { _tag }: InstallationVerdict,
  fingerprint: InstallationFingerprint,
): Promise<void> => {
  if (_tag === 'Adopt') await fingerprints.adopt(fingerprint)
  if (_tag === 'Acknowledge') await fingerprints.acknowledge(fingerprint.installationId)
}

/**
 * Checks the database behind a new connection before anything else is sent, and puts it on hold if it can't
 * be the one seen before. The remembered value is read before the query is sent: only then does a lower
 * result mean an older database.
 */
export const meetingDatabase =
  (fingerprints: FingerprintStore, isWithoutTable: (error: unknown) => boolean) =>
  async (ask: StandaloneQuery): Promise<void> => {
    const memory = fingerprints.memory()
    try {
      const [rows = [], messages = []] = await ask([read(), anyMessage()])
      const met = metOf(installationIn(rows), messages)
      const meeting = judgeInstallation(memory, met)
      const { installationId, counter, value } = met.fingerprint
      if (meeting._tag === 'Hold')
        await ask([holdAsSeen(meeting.because, RESTORE_HOLD_MARGIN_MS, installationId, counter, value)])
      await remember(fingerprints, meeting, met.fingerprint)
    } catch (error) {
      // Not migrated: there is nothing to compare, and nothing that could be sent.
      if (!isWithoutTable(error)) throw error
    }
  }

const heldAs = (because: string, nowMs: number): Statement =>
  hold(nowMs, because, nowMs, nowMs + RESTORE_HOLD_MARGIN_MS)

const isDue = ({ raisedAtMs }: Installation, { nowMs, isFirst }: CounterUpdate): boolean =>
  isFirst || Math.abs(nowMs - raisedAtMs) >= MINUTE_MS

interface Tended {
  readonly meeting: InstallationVerdict
  readonly installation: Installation
}

const checkIdentityWith =
  (update: CounterUpdate) =>
  (memory: FingerprintMemory, [rows = [], messages = []]: readonly Rows[]): WritePlan<Tended> => {
    const { nowMs, value } = update
    const installation = installationIn(rows)
    const met = metOf(installation, messages)
    const meeting = judgeInstallation(memory, met)
    if (meeting._tag === 'Hold') {
      const held = {
        ...installation,
        hold: { sinceMs: nowMs, because: meeting.because },
        restoreHold: { sinceMs: nowMs, beforeMs: nowMs + RESTORE_HOLD_MARGIN_MS },
      }
      return { statements: [heldAs(meeting.because, nowMs)], result: { meeting, installation: held } }
    }
    if (met.isHeld || !isDue(installation, update))
      return { statements: [], result: { meeting, installation } }
    const fingerprint = { ...met.fingerprint, counter: met.fingerprint.counter + 1, value }
    const raised = { ...installation, fingerprint, raisedAtMs: nowMs }
    return {
      statements: [raise(value, nowMs)],
      result: { meeting: { _tag: 'Adopt' }, installation: raised },
    }
  }

export const installationStorage = (engine: Engine, fingerprints: FingerprintStore): InstallationStorage => {
  const readNow: InstallationStorage['read'] = () => async () => {
    const found = await engine.read([read()], 'each')
    return E.map(([rows = []]: readonly Rows[]) => installationIn(rows))(found)
  }
  return {
    read: readNow,
    checkIdentity: (update) => async () => {
      const memory = fingerprints.memory()
      const outcome = await engine.transact([lockInstallation(), anyMessage()], (gathered) =>
        checkIdentityWith(update)(memory, gathered),
      )
      const tended = unknownIsUndone(outcome)
      if (E.isLeft(tended)) return tended
      const { meeting, installation } = tended.right
      await remember(fingerprints, meeting, installation.fingerprint)
      return E.right(installation)
    },
    rights: () => async () => {
      const found = await engine.read([readEpoch(), ...rights.statements], 'one')
      return E.map(([epoch, ...answers]: readonly Rows[]) => ({
        epoch: epochOf(epoch),
        value: rights.of(answers),
      }))(found)
    },
    countRestoreHeld: (most) => async () => {
      const rows = await engine.read([countRestoreHeld(most)], 'each')
      return E.map(([counted]: readonly Rows[]) => readInteger(counted?.[0]?.[0]))(rows)
    },
    hold: (because, nowMs) => async () => {
      const outcome = await engine.transact([lockInstallation()], () => ({
        statements: [heldAs(because, nowMs)],
        result: undefined,
      }))
      const held = unknownIsUndone(outcome)
      return E.isLeft(held) ? held : readNow()()
    },
  }
}
