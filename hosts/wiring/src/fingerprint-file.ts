import { createHash } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { splitServers } from '@postrider/core/kernel/addresses/server-list'
import type { InstallationFingerprint } from '@postrider/core/kernel/installation/fingerprint'
import {
  acknowledging,
  adopting,
  mergedMemory,
  type FingerprintMemory,
} from '@postrider/core/kernel/installation/fingerprint-memory'
import type { FingerprintStore } from '@postrider/core/feed/ports/fingerprint-store'
import { isEmbedded } from './settings.js'
import { shownAddress } from './shown-address.js'

/** The content of the file: addresses as digests, since they may contain a password. */
interface Written {
  readonly fingerprints: readonly InstallationFingerprint[]
  readonly at: Readonly<Record<string, string>>
  readonly acknowledged: readonly string[]
}

const NOTHING: Written = { fingerprints: [], at: {}, acknowledged: [] }

/** The file in which a process stores the highest fingerprint that it has seen. */
const fingerprintFile = (dataDir: string): string => join(dataDir, 'installation.json')

/** Identifies the database, without user and password, and regardless of the order of its servers. */
const placeOf = (storageUrl: string): string => {
  const { urls } = splitServers(storageUrl)
  const named = isEmbedded({ storageUrl }) ? storageUrl : urls.map(shownAddress).toSorted().join(' ')
  return createHash('sha256').update(named).digest('hex').slice(0, 32)
}

const read = async (file: string): Promise<Written> => {
  try {
    return { ...NOTHING, ...(JSON.parse(await readFile(file, 'utf8')) as Partial<Written>) }
  } catch {
    // There is no file yet, or it is damaged: start with an empty one.
    return NOTHING
  }
}

const memoryIn = ({ fingerprints, at, acknowledged }: Written, place: string): FingerprintMemory => ({
  fingerprints: new Map(fingerprints.map((fingerprint) => [fingerprint.installationId, fingerprint])),
  current: at[place],
  acknowledged: new Set(acknowledged),
})

const sync = async (path: string): Promise<void> => {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Writes the whole file atomically: to a temporary file next to it, flushed and renamed. */
const write = async (file: string, written: Written): Promise<void> => {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const beside = `${file}.${process.pid}`
  const handle = await open(beside, 'w', 0o600)
  try {
    await handle.writeFile(`${JSON.stringify(written, undefined, 2)}\n`)
    await handle.sync()
  } catch (cause) {
    await rm(beside, { force: true })
    throw cause
  } finally {
    await handle.close()
  }
  await rename(beside, file)
  await sync(dirname(file))
}

/**
 * Remembers the fingerprint in the data directory and not in the database, so that a restored database
 * doesn't bring an old value along. Several processes of a machine share the file. If it can't be written,
 * that is logged, and only memory is used.
 */
export const openFingerprintFile = async (
  { dataDir, storageUrl }: { readonly dataDir: string; readonly storageUrl: string },
  tell: (cause: string) => void,
): Promise<FingerprintStore> => {
  const file = fingerprintFile(dataDir)
  const place = placeOf(storageUrl)
  let memory = memoryIn(await read(file), place)
  let writing: Promise<void> = Promise.resolve()
  let isReported = false

  const keep = async (): Promise<void> => {
    const written = await read(file)
    memory = mergedMemory(memoryIn(written, place), memory)
    const { fingerprints, current, acknowledged } = memory
    await write(file, {
      fingerprints: [...fingerprints.values()],
      at: current === undefined ? written.at : { ...written.at, [place]: current },
      acknowledged: [...acknowledged],
    })
  }
  const changeTo = (next: FingerprintMemory): Promise<void> => {
    memory = next
    writing = writing.then(keep).catch((cause: unknown) => {
      if (!isReported) tell(String(cause))
      isReported = true
    })
    return writing
  }
  return {
    memory: () => memory,
    adopt: (fingerprint) => changeTo(adopting(memory, fingerprint)),
    acknowledge: (installationId) => changeTo(acknowledging(memory, installationId)),
  }
}
