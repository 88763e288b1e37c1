import { readFileSync } from 'node:fs'

interface Panel {
  readonly panels?: readonly Panel[]
  readonly targets?: ReadonlyArray<{ readonly expr: string }>
}

const BOARD = new URL('../../../deploy/grafana/postrider.json', import.meta.url)

/** The committed text of the board. */
export const committedBoard = (): string => readFileSync(BOARD, 'utf8')

const expressionsOf = ({ panels = [], targets = [] }: Panel): readonly string[] => [
  ...targets.map(({ expr }) => expr),
  ...panels.flatMap(expressionsOf),
]

/** Every expression of the board, with Grafana's values for its variables. */
export const boardExpressions = (): readonly string[] =>
  expressionsOf(JSON.parse(committedBoard()) as Panel).map((expression) =>
    expression.replaceAll('$__rate_interval', '1m').replaceAll('$instance', '.*'),
  )
