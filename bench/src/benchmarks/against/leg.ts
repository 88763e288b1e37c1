/** What one side of a pair cost and gave. */
export interface Leg {
  readonly ratePerSecond: number
  /** Processor time of the process for each message or call, microseconds. */
  readonly nodeMicroseconds: number
  /** Of the database's; 0 where it is inside of the process. */
  readonly databaseMicroseconds: number
}

/** One side after the other: this tree's, then the other commit's. */
export interface Pair {
  readonly here: Leg
  readonly there: Leg
}

/** `here` is this tree, `there` the commit beside which it is measured. */
export type Side = keyof Pair

/** Processor time of process and database for each message or call, microseconds. */
export const costOf = ({ nodeMicroseconds, databaseMicroseconds }: Leg): number =>
  nodeMicroseconds + databaseMicroseconds

/** Messages or calls a second. */
export const rateOf = ({ ratePerSecond }: Leg): number => ratePerSecond

/** What of a figure this tree has for each one of the other's. */
export const ratioOf =
  (figure: (leg: Leg) => number) =>
  ({ here, there }: Pair): number =>
    figure(here) / figure(there)
