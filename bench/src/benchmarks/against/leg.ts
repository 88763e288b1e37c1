/** The cost and the rate of one side of a pair. */
export interface Leg {
  readonly ratePerSecond: number
  /** Processor time of the process per message or call, microseconds. */
  readonly nodeMicroseconds: number
  /** Processor time of the database; 0 if it is part of the process. */
  readonly databaseMicroseconds: number
}

/** The two sides of a pair: this tree's and the other commit's. */
export interface Pair {
  readonly here: Leg
  readonly there: Leg
}

/** `here` is this tree, `there` the other commit. */
export type Side = keyof Pair

/** Processor time of process and database per message or call, microseconds. */
export const costOf = ({ nodeMicroseconds, databaseMicroseconds }: Leg): number =>
  nodeMicroseconds + databaseMicroseconds

/** Messages or calls per second. */
export const rateOf = ({ ratePerSecond }: Leg): number => ratePerSecond

/** The ratio of this tree's value to the other's. */
export const ratioOf =
  (figure: (leg: Leg) => number) =>
  ({ here, there }: Pair): number =>
    figure(here) / figure(there)
