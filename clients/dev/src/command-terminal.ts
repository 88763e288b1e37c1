/** An output for text. */
export interface TextOutput {
  write(text: string): unknown
  readonly isTTY?: boolean
}

/**
 * The environment of a command: its settings, its input, its outputs for data and messages, and its abort
 * signal.
 */
export interface CommandTerminal {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean }
  /** Only data. */
  readonly output: TextOutput
  /** Messages for a person. */
  readonly words: TextOutput
  /** Aborts on Ctrl-C. */
  readonly signal: AbortSignal
}

/** The terminal of this process. The first Ctrl-C aborts the command, a second one the process. */
export const processTerminal = (): CommandTerminal => {
  const controller = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => controller.abort())
  // The reader has closed the pipe: `postrider-dev tail | head`.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0)
    throw error
  })
  const { env: environment, stdout: output } = process
  return {
    environment,
    // These are opened on first use.
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
