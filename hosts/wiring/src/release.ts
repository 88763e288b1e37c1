import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CONTRACT_VERSION } from '@postrider/contracts/contract-version'
import { DEPRECATIONS } from '@postrider/contracts/deprecations/deprecations'
import type { Release } from '@postrider/contracts/status/release'
import { isoTime } from '@postrider/core/kernel/time/epoch-ms'
import type { ProcessEnvironment } from './setting-sources.js'

const own = fileURLToPath(import.meta.url)
const packageFolder = fileURLToPath(new URL('..', import.meta.url))
const gitFolder = join(packageFolder, '..', '..', '.git')

const readText = (file: string): string | undefined =>
  existsSync(file) && statSync(file).isFile() ? readFileSync(file, 'utf8').trim() : undefined

const packedRef = (ref: string): string | undefined =>
  readText(join(gitFolder, 'packed-refs'))
    ?.split('\n')
    .find((line) => line.endsWith(` ${ref}`))
    ?.split(' ')[0]

/** The checked-out commit of a clone, read from its files, so that neither git nor a clone is required. */
const commitOfClone = (): string | undefined => {
  const head = readText(join(gitFolder, 'HEAD'))
  const ref = head?.startsWith('ref: ') ? head.slice('ref: '.length) : undefined
  if (ref === undefined) return head
  return readText(join(gitFolder, ref)) ?? packedRef(ref)
}

const builtAt = (text: string | undefined): string => {
  const atMs = text === undefined ? Number.NaN : Date.parse(text)
  return isoTime(Number.isNaN(atMs) ? statSync(own).mtimeMs : atMs)
}

/**
 * The running release (docs/api/running#release). A build sets its commit and time in POSTRIDER_COMMIT and
 * POSTRIDER_BUILT_AT; otherwise the clone's commit and the time at which this file was compiled are used.
 */
export const readRelease = (environment: ProcessEnvironment): Release => {
  const manifest = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as {
    version: string
  }
  return {
    service: 'postrider',
    version: manifest.version,
    contractVersion: CONTRACT_VERSION,
    commit: environment['POSTRIDER_COMMIT'] || (commitOfClone() ?? 'unknown'),
    builtAt: builtAt(environment['POSTRIDER_BUILT_AT'] || undefined),
    deprecations: DEPRECATIONS,
  }
}
