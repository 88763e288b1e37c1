/** Where text goes. */
export interface TextOutput {
  write(text: string): unknown
  readonly isTTY?: boolean
}

/** What a command has to do with: its settings, what is typed, where data and words go, and who ends it. */
export interface CommandTerminal {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean }
  /** Data alone. */
  readonly output: TextOutput
  /** Words for a person. */
  readonly words: TextOutput
  /** Ends what waits: Ctrl-C. */
  readonly signal: AbortSignal
}

/** The terminal of this process. The first Ctrl-C ends what waits, a second one the process. */
export const processTerminal = (): CommandTerminal => {
  const controller = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => controller.abort())
  // Whoever reads has gone: `postrider-dev tail | head`.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0)
    throw error
  })
  const { env: environment, stdout: output } = process
  return {
    environment,
    // These are opened when somebody needs them.
    get input() {
      return process.stdin
    },
    get words() {
      return process.stderr
    },
    output,
    signal: controller.signal,
  }
}
