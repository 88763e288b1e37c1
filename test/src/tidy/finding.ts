/** A place that breaks a rule of CONTRIBUTING.md. */
export interface Finding {
  readonly path: string
  readonly line?: number
  readonly problem: string
}

/** In the format of editors: `path:line: problem`. */
export const findingText = ({ path, line, problem }: Finding): string =>
  line === undefined ? `${path}: ${problem}` : `${path}:${line}: ${problem}`
