import { statSync } from 'node:fs'
import { join } from 'node:path'
import { E } from '@postrider/core/fp'
import { DOT_ENV, gatherSettings, readDotEnv } from '@postrider/wiring/dot-env'
import { type ProcessEnvironment, faultLine } from '@postrider/wiring/setting-sources'
import { parseSettings, type Settings } from '@postrider/wiring/settings'
import { fine, type Finding, wrong } from './finding.js'

const PART = 'settings'
const OTHERS = 0o077

/** The master key, and URLs that may contain a password or a key. */
const SECRET = /_(?:KEYS?|URL)$/

const whereFrom = (fromFile: ReadonlySet<string> | undefined): string => {
  if (fromFile === undefined) return `there is no ${DOT_ENV} here`
  return fromFile.size === 1 ? `1 of them from ${DOT_ENV}` : `${fromFile.size} of them from ${DOT_ENV}`
}

/** Files with secrets must be readable only by their owner, like the generated master key. */
const openFindings = (folder: string, fromFile: ReadonlySet<string>): readonly Finding[] => {
  const holdsSecret = [...fromFile].some((name) => SECRET.test(name))
  const isOpen = (statSync(join(folder, DOT_ENV)).mode & OTHERS) !== 0
  return holdsSecret && isOpen
    ? [wrong(PART, `other users can read ${DOT_ENV}`, `Run: chmod 600 ${DOT_ENV}`)]
    : []
}

const unknownFinding = (name: string, isFromFile: boolean): Finding => ({
  verdict: 'note',
  part: PART,
  sentence: `unknown setting ${name}${isFromFile ? ` (from ${DOT_ENV})` : ''}`,
  advice: 'Check the spelling. .env.example lists all settings.',
})

/** The settings, if all of them can be read, and the findings about them and their source. */
export const checkSettings = (
  environment: ProcessEnvironment,
): { readonly settings: Settings | undefined; readonly findings: readonly Finding[] } => {
  const folder = process.cwd()
  const dotEnv = readDotEnv(folder)
  if (E.isLeft(dotEnv)) return { settings: undefined, findings: [wrong(PART, faultLine(dotEnv.left))] }
  const { environment: all, fromFile } = gatherSettings(environment, dotEnv.right)
  const parsed = parseSettings(all, folder, fromFile)
  if (E.isLeft(parsed))
    return { settings: undefined, findings: parsed.left.map((fault) => wrong(PART, faultLine(fault))) }
  const isThere = dotEnv.right !== undefined
  return {
    settings: parsed.right,
    findings: [
      fine(PART, `all settings are valid; ${whereFrom(isThere ? fromFile : undefined)}`),
      ...(isThere ? openFindings(folder, fromFile) : []),
      ...parsed.right.unknown.map((name) => unknownFinding(name, fromFile.has(name))),
    ],
  }
}
