import type { TargetRow } from '../targets/target-row.js'

/** Active apps during catalog changes, each of its own organization. */
export const CHANGED_ORGANIZATIONS = 200

/** Idle apps: changes in their organizations have their cost, but affect no message. */
export const RESTING_ORGANIZATIONS = 50

/** The measured rates of change. */
export const CHANGES_PER_SECOND = [5, 50] as const

/** The measured numbers of organizations. */
export const ORGANIZATION_COUNTS = [1, 100, 500] as const

/** The name of the leg with changes, and of the one before it. */
export const changesName = (perSecond: number): string => `${perSecond} catalog changes a second`
export const unchangedName = (perSecond: number): string => `before ${perSecond} catalog changes a second`

/** The name of the leg with the same changes in idle organizations. */
export const elsewhereName = (perSecond: number): string =>
  `${perSecond} catalog changes a second where nobody sends`

/** The name of the leg with this number of organizations. */
export const organizationsName = (count: number): string => `sends, Organizations: ${count}`

/** The first seconds of a process. */
export const START_NAME = 'first 2 s after a start, Organizations: 500'

/** The name of a dispatcher's leg. */
export const drainName = (organizations: number, changes = 0): string =>
  `drain, Organizations: ${organizations}${changes === 0 ? '' : `, ${changes} catalog changes a second`}`

/** The pairs of legs: alone, and next to other work. */
export const TOGETHER = { alone: 'accept alone', both: 'accept next to dispatch' } as const
export const READER = { alone: 'others without a reader', both: 'others next to a reader' } as const
export const PURGE = { alone: 'sends without a purge', both: 'sends next to the purge' } as const

const ratio = (what: string, once: string, target: number, one: string, other: string): TargetRow => ({
  what,
  once,
  target,
  of: (leg) => leg(one).ratePerSecond / leg(other).ratePerSecond,
})

/** The parts of the growth benchmark that can be selected by name. */
export const GROWTH_PARTS = ['changes', 'neighbors', 'organizations', 'drains', 'reader', 'purge'] as const

export type GrowthPart = (typeof GROWTH_PARTS)[number]

/** The rows of each part, in the order of printing. */
export const GROWTH_ROWS: Readonly<Record<GrowthPart, readonly TargetRow[]>> = {
  changes: CHANGES_PER_SECOND.flatMap((perSecond) => {
    const name = changesName(perSecond)
    const isFew = perSecond === 5
    return [
      ratio(`${name} / none`, isFew ? '0.17' : '0.00', isFew ? 0.97 : 0.95, name, unchangedName(perSecond)),
      ratio(`${name} / where nobody sends`, '', isFew ? 0.97 : 0.95, name, elsewhereName(perSecond)),
      {
        what: `refused with ${name}, per cent`,
        once: isFew ? '0' : '95',
        target: 0,
        isMost: true,
        of: (leg) => (leg(name).refused ?? Number.NaN) * 100,
      },
    ]
  }),
  neighbors: [
    ratio(
      'others while an account is held / before',
      '0.00',
      0.95,
      'others next to a held account',
      'others before a held account',
    ),
    ratio(
      "others while one Organization's transactions fail / before",
      '0.04',
      0.9,
      'others next to failing transactions',
      'others before failing transactions',
    ),
  ],
  organizations: [
    ratio('100 Organizations / one', '0.75', 0.92, organizationsName(100), organizationsName(1)),
    ratio('500 Organizations / one', '0.56', 0.85, organizationsName(500), organizationsName(1)),
    ratio('first 2 s after a start / full rate', '0.22', 0.5, START_NAME, organizationsName(500)),
  ],
  drains: [
    ratio('accept and dispatch together / accept alone', '', 0.5, TOGETHER.both, TOGETHER.alone),
    ratio('drain, 500 Organizations / 10', '0.57', 0.9, drainName(500), drainName(10)),
    ratio(
      'drain, 5 catalog changes a second / none',
      '0.33',
      0.95,
      drainName(CHANGED_ORGANIZATIONS, 5),
      drainName(CHANGED_ORGANIZATIONS),
    ),
  ],
  reader: [ratio('others next to one reader / alone', '0.77', 0.9, READER.both, READER.alone)],
  purge: [ratio('sends next to the purge / alone', '0.58', 0.95, PURGE.both, PURGE.alone)],
}
