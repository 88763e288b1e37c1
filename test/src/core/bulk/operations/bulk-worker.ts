import { writeSync } from 'node:fs'
import { createPostrider } from '@postrider/core/postrider'
import { runBulks } from '@postrider/core/bulk/use-cases/run-bulks'
import type { RunOperation } from '@postrider/core/runner/use-cases/run-operation'
import { openStorage } from '@postrider/storage-sql/sql-storage'
import { secretPorts } from '../../../builders/secret-ports.js'
import { portsIn } from '../../runner/use-cases/office-ports.js'

/**
 * A separate program that works on the bulks of the database in its first argument. It does as many items as
 * its second argument names, reports that, and hangs in the middle, before it writes its progress.
 */
const [url = '', items = ''] = process.argv.slice(2)
const storage = await openStorage(url)
const house = { storage, url, secrets: secretPorts(new Map()) }
const ports = portsIn({ ...house, writtenVersion: () => Promise.resolve(''), close: () => storage.close() })
const { runOperation } = createPostrider(ports)
let left = Number(items)
const run: RunOperation =
  (...call) =>
  async () => {
    const answer = await runOperation(...call)()
    left -= 1
    if (left === 0) {
      writeSync(1, 'in the middle\n')
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
    }
    return answer
  }
await runBulks(ports, run)()()
