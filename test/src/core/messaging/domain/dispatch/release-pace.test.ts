import { expect } from 'chai'
import { nextRelease, type ReleaseProgress } from '@postrider/core/messaging/domain/dispatch/release-pace'

/**
 * Plays turns with accounts that finish this number of released calls per turn, and returns what each turn
 * released.
 */
const play = (turns: number, perTurn: number): readonly number[] => {
  let pace: ReleaseProgress | undefined
  let answered = 0
  let waiting = 0
  return Array.from({ length: turns }, () => {
    const turn = nextRelease(pace, answered)
    pace = turn.pace
    waiting += turn.limit
    const now = Math.min(perTurn, waiting)
    answered += now
    waiting -= now
    return turn.limit
  })
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)

describe('The pace at which parked messages are released', () => {
  it('starts low, and soon matches the accounts', () => {
    const released = play(60, 500)
    expect(released[0]).to.equal(100)
    expect(sum(released.slice(30)) / 30).to.be.within(450, 1_700)
    expect(sum(released)).to.be.at.least(60 * 500 * 0.9)
  })

  it('keeps a few in progress while no account responds', () => {
    const released = play(50, 0)
    expect(released[0]).to.equal(100)
    expect(sum(released.slice(1)) / 49).to.be.at.most(25)
  })

  it('is never more than a short transaction, nor negative', () => {
    for (const perTurn of [0, 1, 10_000])
      for (const limit of play(40, perTurn)) expect(limit).to.be.within(0, 2_000)
  })
})
