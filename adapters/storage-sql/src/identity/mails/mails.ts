import type { MailStorage } from '@postrider/core/identity/ports/mail-storage'
import { digestCell } from '../../cells/digest-cell.js'
import { readText } from '../../cells/cell.js'
import type { Engine, Statement } from '../../engine/engine.js'
import { unknownIsUndone } from '../../engine/outcome.js'
import { sharedNow } from '../../engine/shared-now.js'
import { statement } from '../../engine/template.js'
import { UNLESS_HELD } from '../../guards/restore-hold.js'
import { mailJobs } from './table.js'

const lockDue = statement(`
  SELECT ${mailJobs.select('j')} FROM mail_jobs j {by mail_jobs.by_time}
  WHERE j.due_at <= ? AND ${UNLESS_HELD} ORDER BY j.due_at, j.id LIMIT ? {skip locked}`)
const lease = statement('UPDATE mail_jobs SET due_at = ? WHERE id IN (?x*)')
const change = statement('UPDATE mail_jobs SET due_at = ?, attempts = ? WHERE id = ?x')
const strike = statement('DELETE FROM mail_jobs WHERE id = ?x')

const write = (engine: Engine, written: Statement) => async () =>
  unknownIsUndone(await engine.transact([], () => ({ statements: [written], result: undefined })))

export const mailStorage = (engine: Engine): MailStorage => ({
  claim: (nowMs, leaseMs, limit) => async () => {
    const outcome = await engine.transact([lockDue(sharedNow(nowMs), limit)], ([rows = []]) => ({
      statements:
        rows.length === 0
          ? []
          : [
              lease(
                sharedNow(nowMs, leaseMs),
                rows.map(([id]) => readText(id)),
              ),
            ],
      result: rows.map(mailJobs.of),
    }))
    return unknownIsUndone(outcome)
  },
  postpone: ({ mailJobId, dueAtMs, attempts }) =>
    write(engine, change(dueAtMs, attempts, digestCell(mailJobId, 16))),
  remove: (mailJobId) => write(engine, strike(digestCell(mailJobId, 16))),
})
