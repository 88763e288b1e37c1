import { E } from '@postrider/core/fp'
import type { MessageId, SessionId } from '@postrider/core/kernel/ids/id'
import type { Session } from '@postrider/core/identity/domain/people/session'
import type { AcceptanceStorage } from '@postrider/core/messaging/ports/acceptance-storage'
import type { BeginPlan, DispatchStorage } from '@postrider/core/messaging/ports/dispatch-storage'
import type { MailStorage } from '@postrider/core/identity/ports/mail-storage'
import type { OutboxStorage } from '@postrider/core/messaging/ports/outbox-storage'
import type { OtpStorage } from '@postrider/core/otp/ports/otp-storage'
import type { ReceiptStorage } from '@postrider/core/messaging/ports/receipt-storage'
import type { Storage } from '@postrider/core/assembly/storage'
import type { UnitStorage } from '@postrider/core/assembly/unit-of-work'
import type { Crash } from './crash-point.js'

const acceptance = (storage: AcceptanceStorage, crash: Crash): AcceptanceStorage => ({
  ...storage,
  accept: (query, decide) => async () => {
    let accepted: readonly MessageId[] = []
    const done = await storage.accept(query, (known) => {
      const plan = decide(known)
      accepted = plan.acceptances.map(({ message }) => message.messageId)
      if (accepted.length > 0) crash.at('C0')?.(accepted)
      return plan
    })()
    if (E.isRight(done) && accepted.length > 0) crash.at('C1')?.(accepted)
    return done
  },
})

const outbox = (storage: OutboxStorage, crash: Crash): OutboxStorage => ({
  ...storage,
  takeDue: (lane, limit, nowMs, againAtMs) => async () => {
    const taken = await storage.takeDue(lane, limit, nowMs, againAtMs)()
    if (E.isRight(taken) && taken.right.length > 0) {
      crash.at('C3')?.(taken.right.map(({ messageId }) => messageId))
    }
    return taken
  },
})

const idsOf = ({ intents }: BeginPlan<unknown>): readonly MessageId[] =>
  intents.map(({ attempt }) => attempt.messageId)

const dispatch = (storage: DispatchStorage, crash: Crash): DispatchStorage => ({
  suppressedSince: (sinceMs, limit) => storage.suppressedSince(sinceMs, limit),
  suppressed: (keys) => storage.suppressed(keys),
  claim: (messageIds, decide, waits) => async () => {
    let begun: readonly MessageId[] = []
    let leased: readonly MessageId[] = []
    const done = await storage.claim(
      messageIds,
      (locked, dead, held) => {
        const plan = decide(locked, dead, held)
        begun = idsOf(plan)
        leased = plan.leases.map(({ messageId }) => messageId)
        if (begun.length + leased.length > 0) crash.at('C7')?.([...begun, ...leased])
        return plan
      },
      waits,
    )()
    if (E.isRight(done) && leased.length > 0) crash.at('C19')?.(leased)
    if (E.isRight(done) && begun.length > 0) crash.at('C8')?.(begun)
    return done
  },
  begin: (messageIds, decide, waits) => async () => {
    let begun: readonly MessageId[] = []
    const done = await storage.begin(
      messageIds,
      (statuses, held) => {
        const plan = decide(statuses, held)
        begun = idsOf(plan)
        if (begun.length > 0) crash.at('C20')?.(begun)
        return plan
      },
      waits,
    )()
    if (E.isRight(done) && begun.length > 0) {
      crash.at('C8')?.(begun)
      crash.at('C21')?.(begun)
    }
    return done
  },
  work: (items, decide, waits) => async () => {
    let called: readonly MessageId[] = []
    const done = await storage.work(
      items,
      (known, held) => {
        const plan = decide(known, held)
        called = plan.attempts.map(({ messageId }) => messageId)
        if (plan.events.length > 0) crash.at('C14')?.(plan.events.map(({ entryId }) => entryId))
        return plan
      },
      waits,
    )()
    if (E.isRight(done) && called.length > 0) crash.at('C12')?.(called)
    return done
  },
})

const receipts = (storage: ReceiptStorage, crash: Crash): ReceiptStorage => ({
  ...storage,
  store: (incoming) => async () => {
    const stored = await storage.store(incoming)()
    if (E.isRight(stored) && stored.right.receipts.length > 0)
      crash.at('C13')?.(stored.right.receipts.map(({ receiptId }) => receiptId))
    return stored
  },
})

const otp = (storage: OtpStorage, crash: Crash): OtpStorage => ({
  ...storage,
  work: (questions, decide, waits) => async () => {
    let counted: readonly MessageId[] = []
    let verified: readonly MessageId[] = []
    const done = await storage.work(
      questions,
      (known) => {
        const plan = decide(known)
        const of = (isVerified: boolean) =>
          plan.challenges
            .filter(({ state }) => (state === 'VERIFIED') === isVerified)
            .map(({ messageId }) => messageId)
        counted = of(false)
        verified = of(true)
        return plan
      },
      waits,
    )()
    if (E.isRight(done) && counted.length > 0) crash.at('C15')?.(counted)
    if (E.isRight(done) && verified.length > 0) crash.at('C16')?.(verified)
    return done
  },
})

const units = (storage: UnitStorage, crash: Crash): UnitStorage => ({
  ...storage,
  transact: (hold, work) => async () => {
    let movedOn: readonly SessionId[] = []
    const done = await storage.transact(hold, (unit) => {
      movedOn = []
      const replace = (session: Session): void => {
        if (session.endedAtMs === undefined) movedOn = [...movedOn, session.sessionId]
        unit.sessions.replace(session)
      }
      return work({ ...unit, sessions: { ...unit.sessions, replace } })
    })()
    if (E.isRight(done) && movedOn.length > 0) crash.at('C16')?.(movedOn)
    return done
  },
})

const mails = (storage: MailStorage, crash: Crash): MailStorage => ({
  ...storage,
  claim: (nowMs, leaseMs, limit) => async () => {
    const claimed = await storage.claim(nowMs, leaseMs, limit)()
    if (E.isRight(claimed) && claimed.right.length > 0)
      crash.at('C17')?.(claimed.right.map(({ mailJobId }) => mailJobId))
    return claimed
  },
  remove: (mailJobId) => () => {
    crash.at('C18')?.([mailJobId])
    return storage.remove(mailJobId)()
  },
})

/** Storage with its crash points: C0, C1, C3, C7, C8, C12 to C21. */
export const crashingStorage = (storage: Storage, crash: Crash): Storage => ({
  ...storage,
  acceptance: acceptance(storage.acceptance, crash),
  outbox: outbox(storage.outbox, crash),
  dispatch: dispatch(storage.dispatch, crash),
  receipts: receipts(storage.receipts, crash),
  otp: otp(storage.otp, crash),
  units: units(storage.units, crash),
  mails: mails(storage.mails, crash),
})
