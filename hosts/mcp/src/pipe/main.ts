import { readPipeSettings } from './pipe-settings.js'
import { runPipe } from './pipe.js'

const USAGE = 64

// If the reader has closed the output, there is no one to report to.
process.stdout.on('error', () => process.exit(0))

// The whole program: a pipe between its standard streams and the service.
try {
  const settings = readPipeSettings(process.env, process.argv.slice(2))
  await runPipe(settings, process.stdin, (line) => process.stdout.write(line))
} catch (error) {
  process.stderr.write(`postrider-mcp: ${error instanceof Error ? error.message : 'failed'}\n`)
  process.exitCode = USAGE
}
