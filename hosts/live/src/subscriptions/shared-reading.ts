import type { ErrorBody } from '@postrider/contracts/errors/error-body'
import type { OrganizationId } from '@postrider/core/kernel/ids/id'
import { E } from '@postrider/core/fp'
import type { Clock } from '@postrider/core/kernel/ports/clock'
import type { FeedHead } from '@postrider/core/feed/ports/feed-storage'
import type { Timers } from '@postrider/core/kernel/ports/timers'
import type { LiveLimits } from '../live-limits.js'
import type { Gate, GateVerdict, ShownReading } from './gate.js'
import type { FailedReading, ReadReading, RunReading } from './run-reading.js'
import type { SentEvents } from './subscription.js'
import type { LiveViewer } from './viewer.js'

/** One of the viewers of a shared reading. */
export interface ReadingMember {
  readonly viewer: LiveViewer
  readonly sent: SentEvents
  /** The first number whose result it should have received and hasn't. */
  owedFrom: number | undefined
  /** Ends its subscription. */
  over(error: ErrorBody): void
}

/** A reading that is run again for all viewers with the same rights to it. */
export interface SharedReading {
  /** Adds a member, which gets the reading soon and from then on. */
  join(member: ReadingMember): void
  leave(member: ReadingMember): void
  /** Called for a change that affects it, with its number. */
  changed(seq: number): void
  /** Runs it soon, or as soon as the minimum interval allows. */
  want(): void
  /** The first number that affects it and that no finished run covers. */
  owedFrom(): number | undefined
  /** The Organization that it belongs to; undefined before it was read, or if it isn't specific to one. */
  organizationId(): OrganizationId | undefined
}

/** Dependencies for running readings again. */
export interface ReadingNeeds {
  readonly runReading: RunReading
  readonly gate: Gate
  readonly clock: Clock
  readonly timers: Timers
  readonly position: () => FeedHead | undefined
  readonly limits: Pick<LiveLimits, 'againMs'>
}

/** A reading, and the maximum time until it is run again; undefined: only after changes. */
export interface RepeatedReadingRequest extends ShownReading {
  readonly againAfterMs: number | undefined
}

const earlier = (one: number | undefined, other: number | undefined): number | undefined =>
  one === undefined || other === undefined ? (one ?? other) : Math.min(one, other)

class RepeatedReading implements SharedReading {
  readonly #members = new Set<ReadingMember>()
  #owedFrom: number | undefined
  #coveredFrom: number | undefined
  #organizationId: OrganizationId | undefined
  #isUnderWay = false
  #isWanted = false
  #beganAtMs = Number.NEGATIVE_INFINITY
  #takeBack: (() => void) | undefined
  #takeTimeBack: (() => void) | undefined

  constructor(
    private readonly needs: ReadingNeeds,
    private readonly shown: RepeatedReadingRequest,
    private readonly left: () => void,
  ) {}

  join(member: ReadingMember): void {
    this.#members.add(member)
    this.want()
  }

  leave(member: ReadingMember): void {
    this.#members.delete(member)
    if (this.#members.size > 0) return
    this.#takeBack?.()
    this.#takeBack = undefined
    this.#takeTimeBack?.()
    this.left()
  }

  changed(seq: number): void {
    this.#owedFrom ??= seq
    this.want()
  }

  owedFrom(): number | undefined {
    return earlier(this.#owedFrom, this.#coveredFrom)
  }

  organizationId(): OrganizationId | undefined {
    return this.#organizationId
  }

  want(): void {
    const { clock, timers, limits } = this.needs
    this.#isWanted = true
    if (this.#isUnderWay || this.#takeBack !== undefined || this.#members.size === 0) return
    const sinceMs = clock.nowMs() - this.#beganAtMs
    const waitMs = Math.min(limits.againMs, Math.max(0, limits.againMs - sinceMs))
    this.#takeBack = timers.after(waitMs, () => void this.#run())
  }

  async #run(): Promise<void> {
    this.#takeBack = undefined
    const waiting = [...this.#members]
    const [runner] = waiting
    if (runner === undefined) return
    const at = this.needs.position()
    this.#isUnderWay = true
    this.#isWanted = at === undefined
    this.#beganAtMs = this.needs.clock.nowMs()
    if (at !== undefined) {
      this.#coveredFrom = this.#owedFrom
      this.#owedFrom = undefined
      const read = await this.needs.runReading(runner.viewer, this.shown.operation, this.shown.request)
      if (E.isLeft(read)) this.#fail(waiting, runner, read.left)
      else {
        this.#organizationId = read.right.organizationId
        await Promise.all(waiting.flatMap((member) => this.#show(member, at, read.right) ?? []))
      }
      this.#coveredFrom = undefined
    }
    this.#isUnderWay = false
    if (this.#isWanted) this.want()
    this.#wantInTime()
  }

  /** Runs it again after that time. */
  #wantInTime(): void {
    const { againAfterMs } = this.shown
    this.#takeTimeBack?.()
    if (againAfterMs === undefined || this.#members.size === 0) return
    this.#takeTimeBack = this.needs.timers.after(againAfterMs, () => this.want())
  }

  /**
   * Shows it at once to viewers whose rights are known as of the moment: a promise for each would cost more
   * than the rest of a frame.
   */
  #show(member: ReadingMember, at: FeedHead, read: ReadReading): Promise<void> | undefined {
    const { gate } = this.needs
    const { viewer } = member
    const shown = { ...this.shown, organizationId: read.organizationId }
    if (!viewer.caller.isKnownAt(read.moment.catalogEpoch))
      return gate.pass(viewer, shown, read.moment).then((verdict) => this.#showIf(verdict, member, at, read))
    this.#showIf(gate.now(viewer, shown, read.moment), member, at, read)
    return undefined
  }

  #showIf(verdict: GateVerdict, member: ReadingMember, at: FeedHead, read: ReadReading): void {
    if (!this.#members.has(member)) return
    if (verdict === 'open') {
      member.owedFrom = undefined
      member.sent.reading(at, read)
    } else if (verdict === 'later') member.owedFrom = earlier(member.owedFrom, this.#coveredFrom ?? at.seq)
    else member.over(verdict)
  }

  /**
   * Handles a failed run: either only the viewer that it ran for lacks the rights, or nobody can see the
   * reading.
   */
  #fail(waiting: readonly ReadingMember[], runner: ReadingMember, failed: FailedReading): void {
    if (failed.isSignedOut) {
      runner.viewer.caller.lookAgain()
      this.#isWanted = true
      return
    }
    for (const member of failed.isDenied ? [runner] : waiting) {
      if (!this.#members.has(member)) continue
      // Temporary failures are waited out by viewers that already have data.
      if (failed.body.retryable && member.sent.last() !== undefined) {
        member.owedFrom = earlier(member.owedFrom, this.#coveredFrom ?? 0)
        this.#isWanted = true
      } else member.over(failed.body)
    }
    if (failed.isDenied) this.#isWanted = true
  }
}

/** Creates the reading for members who will join; `left` is called when there are none left. */
export const createSharedReading = (
  needs: ReadingNeeds,
  shown: RepeatedReadingRequest,
  left: () => void,
): SharedReading => new RepeatedReading(needs, shown, left)
