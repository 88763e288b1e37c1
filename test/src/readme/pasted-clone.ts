import { chmodSync, cpSync, mkdirSync, readdirSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const REPOSITORY = fileURLToPath(new URL('../../../', import.meta.url))

/** Paths that a clone doesn't have, or gets below. */
const LEFT_OUT = new Set([
  '.git',
  'node_modules',
  '.postrider',
  'data',
  'bench-results',
  '.env',
  'setup.json',
])

/** Each installed package, as a link. Those of the repository itself lead into the copy. */
const linkPackages = (to: string): void => {
  const from = join(REPOSITORY, 'node_modules')
  mkdirSync(join(to, '@postrider'), { recursive: true })
  for (const name of readdirSync(from))
    if (name !== '@postrider') symlinkSync(join(from, name), join(to, name))
  for (const name of readdirSync(join(from, '@postrider')))
    symlinkSync(readlinkSync(join(from, '@postrider', name)), join(to, '@postrider', name))
}

/**
 * Creates the result of `git clone`, `npm ci` and the compiler, in a second instead of minutes. It is a copy
 * of the working tree with its compiled files, and links to the installed packages.
 */
export const copyTree = (to: string): void => {
  cpSync(REPOSITORY, to, {
    recursive: true,
    preserveTimestamps: true,
    filter: (path) => !LEFT_OUT.has(basename(path)),
  })
  linkPackages(join(to, 'node_modules'))
}

/** The folder of programs that come before those of the machine. */
export interface StandIns {
  /** The path of the copy that "git clone" puts in its place. */
  readonly clone: string
  readonly mysqlPort: string
  /** The rabbitmqctl of the throwaway broker. */
  readonly rabbitmqctl: string
}

/**
 * Writes the stand-ins: git creates the copy, sudo keeps the user, mysql and rabbitmqctl use the throwaway
 * servers.
 */
export const writeStandIns = (folder: string, { clone, mysqlPort, rabbitmqctl }: StandIns): void => {
  const programs = {
    git: `[ "$1" = clone ] && [ ! -e "$3" ] && exec mv ${clone} "$3"\nPATH=\${PATH#*:} exec git "$@"`,
    sudo: 'exec "$@"',
    mysql: `PATH=\${PATH#*:} exec mysql --no-defaults --host=127.0.0.1 --port=${mysqlPort} --user=root "$@"`,
    rabbitmqctl: `exec ${rabbitmqctl} "$@"`,
  }
  mkdirSync(folder)
  for (const [name, text] of Object.entries(programs)) {
    writeFileSync(join(folder, name), `#!/bin/sh\n${text}\n`)
    chmodSync(join(folder, name), 0o755)
  }
}
