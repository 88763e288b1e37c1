/** A job of operators: its description, and the most clicks that it may take. */
export interface OperatorJob {
  readonly number: number
  readonly title: string
  readonly mostClicks: number
}

/** The jobs that operators use the console for, and the clicks that each may take. */
export const OPERATOR_JOBS: readonly OperatorJob[] = [
  { number: 1, title: 'Did this number get its code?', mostClicks: 1 },
  { number: 2, title: 'Why has it not arrived?', mostClicks: 0 },
  { number: 3, title: 'Is the platform healthy?', mostClicks: 0 },
  { number: 4, title: 'Stop a provider that fails', mostClicks: 4 },
  { number: 5, title: 'Stop a customer', mostClicks: 4 },
  { number: 6, title: 'Decide many unknown outcomes', mostClicks: 5 },
  { number: 7, title: 'Requeue dead letters after a fix', mostClicks: 4 },
  { number: 8, title: 'Review a template', mostClicks: 2 },
  { number: 9, title: "Decide a colleague's proposal", mostClicks: 3 },
  { number: 10, title: 'Reply to a chat', mostClicks: 2 },
  { number: 11, title: 'Open a customer for production', mostClicks: 9 },
  { number: 12, title: 'Who did this, and why?', mostClicks: 1 },
]

/** The result of a job. */
export interface JobRecord {
  readonly job: OperatorJob
  readonly clicks: number
  readonly seconds: number
}

/** A readable table of the completed jobs. */
export const jobTable = (records: readonly JobRecord[]): string => {
  const rows = records.map(({ job, clicks, seconds }) => [
    String(job.number).padStart(2),
    job.title.padEnd(36),
    `${clicks} of ${job.mostClicks}`.padEnd(7),
    seconds.toFixed(1),
  ])
  return [[' #', 'Job'.padEnd(36), 'Clicks ', 'Seconds'], ...rows]
    .map((row) => `    ${row.join('  ')}\n`)
    .join('')
}
