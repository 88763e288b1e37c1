import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { E } from '@postrider/core/fp'
import { DOT_ENV } from '@postrider/wiring/dot-env'
import type { ProcessEnvironment } from '@postrider/wiring/setting-sources'
import type { Settings } from '@postrider/wiring/settings'
import { EXIT, type CommandFailure, failure } from '@postrider/command/exit-code'
import { readHostSettings } from '@postrider/command/hosts/host-settings'
import { dotEnvText } from '../init/dot-env-text.js'
import {
  type InitOptions,
  type InstallationPlan,
  planInstallation,
} from '@postrider/wiring/installation/plan-installation'
import { writeOnce } from '../files/write-once.js'
import type { Terminal } from '@postrider/command/terminal/terminal'

const IS_THERE = `${DOT_ENV} already exists and was not changed. Every command that runs in this folder reads it`

/** The command line client of the server, as a user who may create databases. */
const clientOf = (storageUrl: string): string =>
  storageUrl.startsWith('postgres:') ? 'sudo -u postgres psql' : 'sudo mysql'

/** The remaining steps, one command per line. */
const nextSteps = ({ storageUrl, queueUrl }: InstallationPlan): readonly string[] => [
  ...(storageUrl === undefined ? [] : [`npx postrider init sql | ${clientOf(storageUrl)}`]),
  ...(queueUrl === undefined ? [] : ['npx postrider init rabbitmq | sudo sh']),
  ...(storageUrl === undefined ? [] : ['npx postrider migrate']),
  'npx postrider setup',
  'npx postrider start',
]

/**
 * Writes the `.env` of a new installation into a folder, never over an existing one, and prints the next
 * steps.
 */
export const init = (
  folder: string,
  terminal: Terminal,
  options: InitOptions,
): E.Either<CommandFailure, number> => {
  const file = join(folder, DOT_ENV)
  if (existsSync(file)) return E.left(failure(IS_THERE))
  const plan = planInstallation(options)
  if (E.isLeft(plan)) return E.left(failure(plan.left))
  const written = writeOnce(file, dotEnvText(plan.right))
  if (E.isLeft(written))
    return E.left(
      failure(
        written.left._tag === 'IsThere'
          ? IS_THERE
          : `cannot write ${DOT_ENV} here (${written.left.code}): run init in a folder that you own`,
      ),
    )
  terminal.say(
    `wrote ${DOT_ENV}, readable only by its owner. Keep a copy of its master key in another place.`,
  )
  terminal.say('Next steps, in this order:')
  for (const line of nextSteps(plan.right)) terminal.say(`  ${line}`)
  return E.right(EXIT.ok)
}

/**
 * Prints the statements that create this installation's database on a server, one per line; nothing if its
 * address doesn't allow it.
 */
export const sayFor = (
  environment: ProcessEnvironment,
  terminal: Terminal,
  linesOf: (settings: Settings) => E.Either<string, readonly string[]>,
): E.Either<CommandFailure, number> => {
  const settings = readHostSettings(environment)
  if (E.isLeft(settings)) return settings
  const lines = linesOf(settings.right)
  if (E.isLeft(lines)) return E.left(failure(lines.left))
  for (const line of lines.right) terminal.say(line)
  return E.right(EXIT.ok)
}
